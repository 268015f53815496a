// Everything the forecast took for granted, and from where. Each line leads to its setting.

import { h, setText } from "../dom.js";
import { labelled, valueText } from "../wording.js";
import { knobText } from "./problem-text.js";
import { NOT_SHOWN } from "./layout.js";

/** @typedef {import("../app.js").Context} Context */

export class Assumptions {
  #count = h("span", { class: "state" });
  #body = h("tbody");
  /** The same on paper, where a table of seventy lines has no room. */
  #line = h("p", { class: "on-paper" });
  #drawn = "";
  /** @type {import("../types.js").Valid["assumptions"]} */
  #list = [];
  #isInTable = false;

  /** @param {Context} context @param {(path: string) => void} open */
  constructor(context, open) {
    this.context = context;
    this.open = open;
    const { assumptions } = context.words.text;
    const heads = [assumptions.path, assumptions.value, assumptions.why].map((text) => h("th", { scope: "col" }, text));
    this.print = h("section", { class: "on-paper" }, h("h2", {}, assumptions.heading), this.#line);
    this.element = h(
      "details",
      { class: "card section assumptions", ontoggle: () => this.#fillTable() },
      h("summary", {}, h("h2", {}, assumptions.heading), this.#count),
      h("p", { class: "soft" }, assumptions.intro),
      h("table", {}, h("thead", {}, h("tr", {}, heads)), this.#body),
    );
  }

  /** @param {import("../types.js").Valid["assumptions"]} assumptions */
  draw(assumptions) {
    const list = assumptions.filter(({ path }) => !NOT_SHOWN.test(path) && !path.startsWith("workload"));
    const key = JSON.stringify(list);
    if (key === this.#drawn) return;
    this.#drawn = key;
    const { words } = this.context;
    setText(this.#count, words.plural(list.length, words.text.assumptions.count));
    setText(this.#line, list.map((assumption) => this.#words(assumption)).join(" · "));
    [this.#list, this.#isInTable] = [list, false];
    this.#fillTable();
  }

  /** Seventy lines, made for whoever opens the table. */
  #fillTable() {
    if (this.#isInTable || !this.element.open) return;
    this.#isInTable = true;
    this.#body.replaceChildren(...this.#list.map((assumption) => this.#row(assumption)));
  }

  /** @param {import("../types.js").Valid["assumptions"][number]} assumption */
  #words({ path, value }) {
    const { words, knobs, catalog } = this.context;
    return `${this.#name(path)} ${valueText(words, knobs.get(path), value, catalog)}`;
  }

  /** @param {string} path */
  #name(path) {
    const { words } = this.context;
    const section = /** @type {Record<string, string>} */ (words.text.sections)[path.split(".")[0]] ?? "";
    return labelled(words, section, knobText(words, path).label);
  }

  /** @param {import("../types.js").Valid["assumptions"][number]} assumption */
  #row({ path, value, why }) {
    const { words, knobs, catalog } = this.context;
    const reasons = /** @type {Record<string, string>} */ (words.text.assumptions.reasons);
    const link = h("button", { type: "button", class: "link", onclick: () => this.open(path) }, this.#name(path));
    return h("tr", {}, h("th", { scope: "row" }, link), h("td", {}, valueText(words, knobs.get(path), value, catalog)), h("td", {}, reasons[why] ?? why));
  }
}
