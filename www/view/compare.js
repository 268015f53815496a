// Up to four NAS side by side: what differs first, then every task with its bar. A pinned NAS keeps the figures it had.

import { get, leaves, same } from "../document.js";
import { h, setProps, svg } from "../dom.js";
import { TASKS } from "../tasks.js";
import { measure } from "../unit.js";
import { columnUnit, figureText, labelled, presetName, valueText } from "../wording.js";
import { knobText } from "./problem-text.js";
import { NOT_SHOWN } from "./layout.js";
import { taskText } from "./results.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../document.js").Doc} Doc */
/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../types.js").View} View */

/** @typedef {{name: string, doc: Doc, resolved: Doc, results: Map<string, Row>}} Pinned */

const MOST = 4;
const NOISE = 0.02;

export class Compare {
  /** @type {Pinned[]} */
  #pinned = [];
  #body = h("div", { class: "compare-body" });
  #pin;
  /** @type {Pinned | null} */
  #now = null;
  #drawn = "";

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    const { compare } = context.words.text;
    this.#pin = h("button", { type: "button", class: "primary", onclick: () => this.#add() }, compare.pin);
    this.element = h(
      "section",
      { class: "card compare", id: "compare", "aria-labelledby": "compare-heading" },
      h("header", {}, h("h2", { id: "compare-heading" }, compare.heading), this.#pin),
      this.#body,
    );
    this.#drawBody();
  }

  /** What was pinned outlives a change of language. */
  get pinned() {
    return this.#pinned;
  }

  /** @param {Pinned[]} pinned */
  keep(pinned) {
    this.#pinned = pinned;
  }

  #add() {
    if (!this.#now || this.#pinned.length >= MOST) return;
    this.#pinned = [...this.#pinned, { ...this.#now, results: new Map(this.#now.results) }];
    this.#drawBody();
  }

  /**
   * @param {Doc} resolved
   * @param {Map<string, Row>} results
   * @param {boolean} settled
   */
  draw(resolved, results, settled) {
    const { words, catalog, store } = this.context;
    const nas = get(resolved, "nas.preset");
    this.#now = { name: nas ? presetName(catalog, "nas.preset", nas) : words.text.sentence.ownNas, doc: store.doc, resolved, results };
    setProps(this.#pin, { disabled: !settled || this.#pinned.length >= MOST });
    if (this.#pinned.length > 0) this.#drawBody();
  }

  #drawBody() {
    const { words, store } = this.context;
    const { compare } = words.text;
    if (this.#pinned.length === 0 || !this.#now) {
      this.#body.replaceChildren(h("p", { class: "soft" }, compare.empty));
      this.#drawn = "";
      return;
    }
    const columns = [{ ...this.#now, name: compare.now }, ...this.#pinned];
    const key = JSON.stringify([store.view, columns.map((column) => [column.name, column.doc, [...column.results.values()].map(({ report }) => report.throughput_mb_s?.value)])]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    this.#body.replaceChildren(h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": words.lists.format(columns.map(({ name }) => name)) }, this.#table(columns)));
  }

  /** @param {Pinned[]} columns */
  #table(columns) {
    const { words, store } = this.context;
    const { compare } = words.text;
    const heads = columns.map((column, index) => h("th", { scope: "col" }, h("span", {}, column.name), index > 0 && this.#tools(index - 1)));
    const order = [...this.context.knobs.keys()];
    const differences = differingPaths(columns.map((column) => column.resolved)).sort((a, b) => order.indexOf(a) - order.indexOf(b));
    const note = (/** @type {string} */ text) => h("tr", { class: "heading" }, h("th", { scope: "rowgroup", colspan: columns.length + 1 }, text));
    return h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("td"), heads)),
      h("tbody", {}, note(differences.length > 0 ? compare.differences : compare.nothingDiffers), differences.map((path) => this.#difference(path, columns))),
      h("tbody", {}, note(`${words.text.results.heading} (${columnUnit(words, store.view.unit, store.view.gb)})`), TASKS.map((id) => this.#task(id, columns))),
    );
  }

  /** @param {number} index */
  #tools(index) {
    const { words, store } = this.context;
    const { compare } = words.text;
    const pinned = this.#pinned[index];
    return h(
      "span",
      { class: "pin-tools" },
      h("button", { type: "button", class: "link", "aria-label": `${compare.load}: ${pinned.name}`, onclick: () => store.change(pinned.doc) }, compare.load),
      h("button", { type: "button", class: "link", "aria-label": `${compare.remove}: ${pinned.name}`, onclick: () => this.#remove(index) }, compare.remove),
    );
  }

  /** @param {number} index */
  #remove(index) {
    this.#pinned = this.#pinned.filter((_, each) => each !== index);
    this.#drawBody();
    this.#pin.focus();
  }

  /** @param {string} path @param {Pinned[]} columns */
  #difference(path, columns) {
    const { words, knobs, catalog } = this.context;
    const section = /** @type {Record<string, string>} */ (words.text.sections)[path.split(".")[0]] ?? "";
    const text = knobText(words, path);
    const cells = columns.map(({ resolved }) => h("td", {}, get(resolved, path) === undefined ? "–" : valueText(words, knobs.get(path), get(resolved, path), catalog)));
    return h("tr", {}, h("th", { scope: "row" }, labelled(words, section, text.label), text.why && h("small", {}, text.why)), cells);
  }

  /** @param {string} id @param {Pinned[]} columns */
  #task(id, columns) {
    const { words, store } = this.context;
    const { unit, gb } = store.view;
    const figures = columns.map(({ results }) => {
      const report = results.get(id)?.report;
      return report ? measure(report, unit, gb) : null;
    });
    const values = figures.map((figure) => figure?.value ?? 0);
    const most = Math.max(...values);
    // Within the noise of a simulation nobody is ahead.
    const ahead = (/** @type {number} */ value) => value >= most * (1 - NOISE) && values.some((other) => other < most * (1 - NOISE));
    const cells = figures.map((figure) => h("td", { class: figure && ahead(figure.value) ? "most" : null }, figure ? [h("span", {}, figureText(words, figure, unit)), miniBar(most > 0 ? figure.value / most : 0)] : "–"));
    return h("tr", {}, h("th", { scope: "row" }, taskText(words, id).name), cells);
  }
}

/** @param {number} share 0..1 of the longest in its row */
function miniBar(share) {
  return svg("svg", { class: "mini", width: "100%", height: 6, "aria-hidden": "true", focusable: "false" }, svg("rect", { width: `${share * 100}%`, height: 6, rx: 1.5 }));
}

/** @param {Doc[]} documents */
function differingPaths(documents) {
  const paths = new Set(documents.flatMap((doc) => leaves(doc).map(([path]) => path)));
  return [...paths].filter((path) => !NOT_SHOWN.test(path) && documents.some((doc) => !same(get(doc, path), get(documents[0], path))));
}
