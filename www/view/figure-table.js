// The same figures as the bars, as a table with their ranges; made only once somebody opens it.

import { h } from "../dom.js";
import { tableCells } from "../table.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../types.js").Row} Row */

export class FigureTable {
  #table = h("table", { class: "figures" });
  /** @type {Map<string, Row>} */
  #results = new Map();

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    const summary = h("summary", {}, context.words.text.results.asTable);
    this.element = h("details", { class: "as-table", ontoggle: () => this.#fill() }, summary, h("div", { class: "scroll" }, this.#table));
  }

  /** @param {Map<string, Row>} results */
  draw(results) {
    this.#results = results;
    this.#fill();
  }

  #fill() {
    if (!this.element.open) return;
    const { head, rows } = tableCells({ context: this.context, results: this.#results, resolved: null });
    const cells = (/** @type {string[]} */ row) => row.map((text, index) => (index === 0 ? h("th", { scope: "row" }, text) : h("td", {}, text)));
    this.#table.replaceChildren(
      h("thead", {}, h("tr", {}, head.map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, cells(row)))),
    );
  }
}
