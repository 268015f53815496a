// Where the recording comes from, what to compute of it, and how far the work has come.

import { fill, h, setText, weave } from "../dom.js";
import { unitName } from "../wording.js";
import { FORMATS, bytesText, roundText, shareText } from "./words.js";
import { RECIPES } from "./recipes.js";

/** @typedef {import("./words.js").Speech} Speech */
/** @typedef {import("./curve.js").Example} Example */
/** @typedef {import("./curve.js").Progress} Progress */
/** @typedef {{policies: string[], block_kib: number, format: string}} Choice */

const BLOCKS_KIB = [4, 8, 16, 32, 64, 128, 256, 512, 1024];

export class Source {
  #bar = h("progress", { max: 1, value: 0 });
  #told = h("p", { class: "told" });
  #running = h("div", { class: "running", hidden: true });
  #again;
  #begun = 0;

  /**
   * @param {Speech} speech
   * @param {Choice} choice changed in place
   * @param {{ take: (source: File | Example) => void, again: () => void, cancel: () => void }} actions
   */
  constructor(speech, choice, actions) {
    this.speech = speech;
    this.choice = choice;
    const { source, progress } = speech.text;
    this.#bar.setAttribute("aria-label", source.heading);
    this.#running.append(this.#bar, h("button", { type: "button", class: "quiet", onclick: actions.cancel }, progress.cancel));
    this.#again = h("button", { type: "button", class: "quiet", disabled: true, onclick: actions.again }, source.again);
    this.element = h(
      "section",
      { class: "card source" },
      h("h2", {}, source.heading),
      this.#dropZone(actions.take),
      this.#examples(actions.take),
      this.#running,
      this.#told,
      this.#options(),
      this.#recipes(),
    );
  }

  /** @param {(file: File) => void} take */
  #dropZone(take) {
    const { source } = this.speech.text;
    const input = h("input", { type: "file", class: "visually-hidden", id: "recording" });
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      if (file) take(file);
      // The same file once more is a wish, too.
      input.value = "";
    });
    const choose = h("span", { class: "choose" }, source.choose);
    const zone = h("label", { class: "drop", for: "recording" }, h("span", { class: "drop-lead" }, ...weave(source.drop, { choose })), h("span", { class: "soft" }, source.formats));
    return h("div", { class: "drop-zone" }, input, zone);
  }

  /** @param {(example: Example) => void} take */
  #examples(take) {
    const { source } = this.speech.text;
    const button = (/** @type {[string, string]} */ [id, name]) => h("button", { type: "button", class: "quiet", "data-example": id, onclick: () => take({ example: id }) }, name);
    return h("div", { class: "examples", role: "group", "aria-label": source.pick }, h("span", { class: "soft" }, source.pick), Object.entries(source.examples).map(button));
  }

  #options() {
    const { source, policies } = this.speech.text;
    const boxes = Object.entries(policies).map(([id, name]) => {
      const box = h("input", { type: "checkbox", value: id, checked: this.choice.policies.includes(id) });
      box.addEventListener("change", () => (this.choice.policies = Object.keys(policies).filter((each) => (each === id ? box.checked : this.choice.policies.includes(each)))));
      return h("label", {}, box, " ", name);
    });
    const block = h("select", { id: "block" }, BLOCKS_KIB.map((kib) => h("option", { value: kib, selected: kib === this.choice.block_kib }, `${kib}\u00a0${unitName(this.speech.words, "KiB")}`)));
    block.addEventListener("change", () => (this.choice.block_kib = Number(block.value)));
    const format = h("select", { id: "format" }, h("option", { value: "auto" }, source.auto), Object.entries(FORMATS).map(([id, name]) => h("option", { value: id, selected: id === this.choice.format }, name)));
    format.addEventListener("change", () => (this.choice.format = format.value));
    return h(
      "details",
      { class: "more options" },
      h("summary", {}, source.options),
      h("fieldset", {}, h("legend", {}, source.policies), h("div", { class: "checks" }, boxes)),
      h("div", { class: "selects" }, h("label", {}, source.block, " ", block), h("label", {}, source.format, " ", format), this.#again),
    );
  }

  #recipes() {
    const { source, recipes } = this.speech.text;
    const items = RECIPES.map(({ id, commands }) => [h("h3", {}, recipes[id].name), h("p", {}, recipes[id].text), commands && h("pre", { tabindex: 0 }, h("code", {}, commands))]);
    return h("details", { class: "more recipes" }, h("summary", {}, source.recipe), h("p", {}, recipes.lead), items.flat());
  }

  /** @param {string} name of what is read */
  begin(name) {
    this.#begun = performance.now();
    this.#running.hidden = false;
    this.#again.disabled = true;
    this.#bar.value = 0;
    setText(this.#told, fill(this.speech.text.progress.starting, { name }));
  }

  /** @param {string} name @param {Progress} progress */
  tell(name, { bytes, all_bytes, requests, steps, all_steps }) {
    const { text } = this.speech;
    if (all_steps > 0) {
      this.#bar.value = steps / all_steps;
      setText(this.#told, fill(text.progress.simulating, { done: steps, all: all_steps }));
      return;
    }
    const seconds = (performance.now() - this.#begun) / 1000;
    const share = all_bytes > 0 ? bytes / all_bytes : 0;
    this.#bar.value = share;
    const rate = `${bytesText(this.speech, bytes / seconds)}/s`;
    setText(this.#told, fill(text.progress.reading, { name, percent: shareText(this.speech, share), rate, requests: roundText(this.speech, requests / seconds) }));
  }

  /** @param {string} sentence what became of it */
  end(sentence) {
    this.#running.hidden = true;
    this.#again.disabled = false;
    setText(this.#told, sentence);
  }
}
