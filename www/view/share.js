// Share and keep: the link, the figures as text, the chart as a picture, a printed page.

import { chartSvg, toPng } from "../chart/export.js";
import { csvTable, jsonText, markdownTable } from "../table.js";
import { h, setText } from "../dom.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../page.js").Actions} Actions */

export class Share {
  #note = h("p", { class: "soft" });
  #text = h("textarea", { hidden: true, rows: 6, readonly: true });

  /** @param {Context} context @param {Actions} actions */
  constructor(context, actions) {
    this.context = context;
    this.actions = actions;
    const { share } = context.words.text;
    const button = (/** @type {string} */ text, /** @type {() => void} */ act) => h("button", { type: "button", class: "quiet", onclick: act }, text);
    const figures = () => ({ context, results: actions.results(), resolved: actions.resolved() });
    this.element = h(
      "section",
      { class: "card share", id: "share", "aria-labelledby": "share-heading" },
      h("h2", { id: "share-heading" }, share.heading),
      h(
        "div",
        { class: "buttons" },
        button(share.link, () => this.#copy(new URL(actions.address(), location.href).href)),
        button(share.json, () => this.#copy(jsonText(figures()))),
        button(share.markdown, () => this.#copy(markdownTable(figures()))),
        button(share.csv, () => this.#copy(csvTable(figures()))),
        button(share.svg, () => this.#save("nas-forecast.svg", new Blob([chartSvg(figures())], { type: "image/svg+xml" }))),
        button(share.png, async () => this.#save("nas-forecast.png", await toPng(chartSvg(figures())))),
        button(share.print, () => window.print()),
      ),
      this.#note,
      this.#text,
    );
  }

  /** @param {string} text */
  #tell(text) {
    setText(this.#note, text);
    this.context.say(text);
  }

  /** @param {string} text */
  async #copy(text) {
    const { share } = this.context.words.text;
    this.#text.hidden = true;
    try {
      await navigator.clipboard.writeText(text);
      this.#tell(share.copied);
    } catch {
      // In a frame without permission, or opened from disk: the reader can still select it.
      this.#tell(share.failed);
      this.#text.hidden = false;
      this.#text.setAttribute("aria-label", share.failed);
      this.#text.value = text;
      this.#text.select();
    }
  }

  /** @param {string} name @param {Blob} blob */
  #save(name, blob) {
    const address = URL.createObjectURL(blob);
    h("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
    this.#tell(this.context.words.text.share.saved);
  }
}
