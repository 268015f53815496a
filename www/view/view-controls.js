// How the results are shown: unit, amount of data for times, kind of scale.

import { h, setProps } from "../dom.js";
import { parseNumber, boxText } from "../number.js";
import { UNITS } from "../unit.js";
import { unitName } from "../wording.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../types.js").View} View */

export class ViewControls {
  /** @type {HTMLSelectElement} */
  #unit;
  /** @type {HTMLSelectElement} */
  #scale;
  /** @type {HTMLInputElement} */
  #gb;
  /** @type {HTMLElement} */
  #amount;

  /** @param {Context} context */
  constructor(context) {
    const { words, store } = context;
    const { results } = words.text;
    const units = { ...results.units, mb_s: unitName(words, "MB/s"), mib_s: unitName(words, "MiB/s") };
    this.#unit = h("select", { onchange: () => store.show({ unit: /** @type {View["unit"]} */ (this.#unit.value) }) }, UNITS.map((unit) => h("option", { value: unit }, units[unit])));
    this.#scale = h("select", { onchange: () => store.show({ scale: /** @type {View["scale"]} */ (this.#scale.value) }) }, h("option", { value: "log" }, results.scales.log), h("option", { value: "linear" }, results.scales.linear));
    this.#gb = h("input", { class: "box", inputmode: "decimal", size: 5, onchange: () => this.#amountTyped(context) });
    this.#amount = h("label", { class: "amount" }, h("span", {}, results.amount), h("span", { class: "with-unit" }, this.#gb, unitName(words, "GB")));
    this.element = h(
      "div",
      { class: "view-controls" },
      this.#amount,
      h("label", {}, h("span", {}, results.unit), this.#unit),
      h("label", {}, h("span", {}, results.scale), this.#scale),
    );
    this.lang = words.lang;
  }

  /** @param {Context} context */
  #amountTyped({ store }) {
    const typed = parseNumber(this.#gb.value);
    if ("value" in typed && typed.value > 0) store.show({ gb: typed.value });
    else this.#gb.value = boxText(store.view.gb, this.lang);
  }

  /** @param {View} view */
  draw(view) {
    this.#unit.value = view.unit;
    this.#scale.value = view.scale;
    setProps(this.#amount, { "data-off": view.unit === "time" ? null : true });
    this.#gb.disabled = view.unit !== "time";
    if (document.activeElement !== this.#gb) this.#gb.value = boxText(view.gb, this.lang);
  }
}
