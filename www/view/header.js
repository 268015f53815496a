// The head of the page: name, where to start from, undo and redo, language.

import { h } from "../dom.js";
import { EMPTY, STARTS } from "../starts.js";
import { LANGUAGES } from "../text/index.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../page.js").Actions} Actions */

export class Header {
  #undo;
  #redo;

  /** @param {Context} context @param {Actions} actions */
  constructor(context, actions) {
    const { words, store, settings } = context;
    const { page } = words.text;
    this.store = store;
    this.#undo = h("button", { type: "button", class: "quiet", onclick: () => store.undo() }, ...signed("↶", page.undo));
    this.#redo = h("button", { type: "button", class: "quiet", onclick: () => store.redo() }, ...signed("↷", page.redo));
    const language = (this.language = h("select", { class: "language", "aria-label": page.language, onchange: () => actions.setLanguage(/** @type {any} */ (language.value)) }, Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code, selected: code === words.lang }, name))));
    this.element = h(
      "header",
      { class: "site" },
      h("a", { class: "brand", href: "./" }, "nas-forecast"),
      !settings.embed && this.#startPicker(context),
      h("div", { class: "tools" }, this.#undo, this.#redo),
      !settings.embed && language,
    );
  }

  /** @param {Context} context */
  #startPicker({ words, store }) {
    const names = /** @type {Record<string, string>} */ (words.text.starts);
    const prompt = h("option", { value: "" }, words.text.page.start);
    const select = h(
      "select",
      { class: "start", "aria-label": words.text.page.start },
      prompt,
      STARTS.map(({ id }) => h("option", { value: id }, names[id] ?? id)),
      h("option", { value: "own" }, words.text.page.startOwn),
    );
    select.addEventListener("change", () => {
      const doc = STARTS.find(({ id }) => id === select.value)?.doc ?? EMPTY;
      select.value = "";
      store.change(doc);
    });
    return select;
  }

  draw() {
    this.#undo.disabled = !this.store.canUndo;
    this.#redo.disabled = !this.store.canRedo;
  }
}

/**
 * A word that gives way to its sign where there is no room; its name stays.
 * @param {string} sign
 * @param {string} word
 */
function signed(sign, word) {
  return [h("span", { class: "sign", "aria-hidden": "true" }, sign), h("span", { class: "word" }, word)];
}
