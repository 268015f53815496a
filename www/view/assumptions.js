// Everything the forecast took for granted, and from where. Each line leads to its setting.

import { h, setText } from "../dom.js";
import { valueText } from "../wording.js";
import { knobText } from "./problem-text.js";
import { NOT_SHOWN } from "./layout.js";

/** @typedef {import("../app.js").Context} Context */

export class Assumptions {
  #count = h("span", { class: "state" });
  #body = h("tbody");
  #drawn = "";

  /** @param {Context} context @param {(path: string) => void} open */
  constructor(context, open) {
    this.context = context;
    this.open = open;
    const { assumptions } = context.words.text;
    const heads = [assumptions.path, assumptions.value, assumptions.why].map((text) => h("th", { scope: "col" }, text));
    this.element = h(
      "details",
      { class: "card section assumptions" },
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
    this.#body.replaceChildren(...list.map((assumption) => this.#row(assumption)));
  }

  /** @param {import("../types.js").Valid["assumptions"][number]} assumption */
  #row({ path, value, why }) {
    const { words, knobs, catalog } = this.context;
    const reasons = /** @type {Record<string, string>} */ (words.text.assumptions.reasons);
    const section = /** @type {Record<string, string>} */ (words.text.sections)[path.split(".")[0]] ?? "";
    const link = h("button", { type: "button", class: "link", onclick: () => this.open(path) }, `${section}: ${knobText(words, path).label}`);
    return h("tr", {}, h("th", { scope: "row" }, link), h("td", {}, valueText(words, knobs.get(path), value, catalog)), h("td", {}, reasons[why] ?? why));
  }
}
