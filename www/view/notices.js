// What is allowed but not what its author will expect: a line each, leading to the setting.

import { h } from "../dom.js";
import { warningText } from "./problem-text.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../types.js").Report} Report */

export class Notices {
  #drawn = "";

  /** @param {Context} context @param {(path: string) => void} open */
  constructor(context, open) {
    this.context = context;
    this.open = open;
    this.element = h("ul", { class: "notices", hidden: true });
  }

  /** @param {Report["warnings"]} warnings */
  draw(warnings) {
    // What belongs to a task stands in its row.
    const shown = warnings.filter(({ path }) => !path.startsWith("workload"));
    const key = JSON.stringify(shown);
    if (key === this.#drawn) return;
    this.#drawn = key;
    this.element.hidden = shown.length === 0;
    const { words } = this.context;
    const item = (/** @type {Report["warnings"][number]} */ warning) =>
      h("li", {}, warningText(words, warning), " ", h("button", { type: "button", class: "link", onclick: () => this.open(warning.path) }, words.text.assumptions.change));
    this.element.replaceChildren(...shown.map(item));
  }
}
