// The builder: an author sets up a forecast, chooses what readers see and may change, watches it in a mock article, and
// copies a snippet. Both the setting up and the preview are the very element that the snippet holds.

import * as api from "../nas-forecast.js";
import { chartSvg, toPng } from "../chart/export.js";
import { h, setText } from "../dom.js";
import { readLink, splitQuery } from "../link.js";
import { FIRST, STARTS } from "../starts.js";
import { TASKS } from "../tasks.js";
import { LANGUAGES, Words, pickLanguage } from "../text/index.js";
import { knobText } from "../view/problem-text.js";
import { ESSENTIAL, SECTIONS } from "../view/layout.js";
import { taskText } from "../view/results.js";
import { sentenceText } from "../view/sentence.js";
import { attributes, snippet } from "./snippet.js";

/** @typedef {import("../document.js").Doc} Doc */
/** @typedef {import("../text/index.js").Language} Language */
/** @typedef {import("./text/en.js").BuilderText} BuilderText */
/** @typedef {import("./snippet.js").Kind} Kind */
/** @typedef {import("../nas-forecast-element.js").NasForecastElement} NasForecastElement */

/** @type {Record<Language, () => Promise<{default: BuilderText}>>} */
const TEXTS = {
  en: () => import("./text/en.js"),
  fr: () => import("./text/fr.js"),
  de: () => import("./text/de.js"),
  pt: () => import("./text/pt.js"),
};
const HOME = new URL("../../", import.meta.url);
/** What a new snippet shows. */
const SHOWN = ["bottleneck", "headlines", "workloads", "cache"];
const CHANGED = ["network.link_gbit"];
/** Cards below the figures; each is called by the heading that it has. */
const BELOW = /** @type {const} */ (["advice", "compare", "share", "assumptions"]);
const WIDTHS = [300, 380, 700];
/** A pause in typing or clicking, after which the preview loads anew. */
const PAUSE_MS = 400;

class Builder {
  /** @type {NasForecastElement | null} */
  #preview = null;
  #timer = 0;
  #height = 0;
  #sizes = new ResizeObserver(() => this.#measure());

  /**
   * @param {Words} words
   * @param {BuilderText} text
   * @param {import("../wording.js").Catalog} catalog
   * @param {Doc} doc
   */
  constructor(words, text, catalog, doc) {
    this.words = words;
    this.text = text;
    this.catalog = catalog;
    this.doc = doc;
    this.column = h("div", { class: "column" });
    this.note = h("p", { class: "soft", role: "status" });
    this.help = h("p", { class: "soft" });
    this.code = h("textarea", { readonly: true, rows: 7, spellcheck: "false", "aria-label": text.snippet });
    this.form = h("form", { class: "builder-form", onsubmit: (/** @type {Event} */ event) => event.preventDefault(), oninput: () => this.#later() }, this.#setUp(), this.#shown(), this.#changed(), this.#look());
    const kinds = /** @type {Kind[]} */ (Object.keys(text.kinds)).map((kind, index) => choice("radio", "kind", kind, text.kinds[kind], index === 0, () => this.#write()));
    this.pictures = h("div", { class: "buttons" }, h("button", { type: "button", class: "quiet", onclick: () => this.#save("svg") }, text.saveSvg), h("button", { type: "button", class: "quiet", onclick: () => this.#save("png") }, text.savePng));
    this.kindForm = h("form", { class: "row-of" }, kinds);
    const copy = h("section", { class: "card" }, h("h2", {}, text.snippet), this.kindForm, this.help, this.pictures, this.code, h("div", { class: "buttons" }, h("button", { type: "button", class: "primary", onclick: () => this.#copy() }, text.copy)), this.note);
    this.element = h("div", { class: "builder" }, this.form, h("div", { class: "outcome" }, copy, this.#article()));
    // The first forecast fires no event, for nobody has changed anything; the frame's own message tells of it.
    addEventListener("message", ({ data }) => data?.type === "nas-forecast:report" && this.#measure());
    this.#show();
  }

  /** The height that the snippet reserves: only with all figures in place. */
  #measure() {
    const frame = this.#preview?.shadowRoot?.querySelector("iframe");
    if (!frame || !this.#preview?.report) return;
    // The element itself may still be as high as it guessed.
    this.#height = frame.offsetHeight;
    this.#write();
  }

  #setUp() {
    const { text, words } = this;
    const names = /** @type {Record<string, string>} */ (words.text.starts);
    const frame = /** @type {NasForecastElement} */ (document.createElement("nas-forecast"));
    for (const [name, value] of attributes({ doc: this.doc, page: { lang: words.lang, show: "headlines" }, height: 0, sentence: "", title: "" })) frame.setAttribute(name, value);
    frame.addEventListener("scenario-change", ({ detail }) => this.#take(detail));
    const start = h("select", { "aria-label": text.startFrom }, h("option", { value: "" }, text.startFrom), STARTS.map(({ id }) => h("option", { value: id }, names[id])));
    start.addEventListener("change", () => {
      const doc = STARTS.find(({ id }) => id === start.value)?.doc;
      start.value = "";
      if (!doc) return;
      frame.scenario = doc;
      this.#take(doc);
    });
    return h("section", { class: "card" }, h("h2", {}, text.setUp), h("p", { class: "soft" }, text.setUpHelp), start, frame);
  }

  #shown() {
    const { text, words } = this;
    const names = [...Object.entries(text.parts), ...BELOW.map((id) => [id, words.text[id].heading])];
    const parts = names.map(([id, name]) => choice("checkbox", "part", id, name, SHOWN.includes(id)));
    const tasks = TASKS.map((id) => choice("checkbox", "task", id, `${taskText(words, id).name} (${taskText(words, id).sub})`, false));
    return h("section", { class: "card" }, h("h2", {}, text.shown), parts, h("details", {}, h("summary", {}, text.tasks), tasks));
  }

  #changed() {
    const { text, words } = this;
    const ways = h("div", { class: "row-of" }, choice("radio", "may", "all", text.mayAll, false), choice("radio", "may", "some", text.maySome, true), choice("radio", "may", "none", text.mayNone, false));
    const sections = /** @type {Record<string, string>} */ (words.text.sections);
    const groups = SECTIONS.map((section) => {
      const paths = [...ESSENTIAL].filter((path) => path.startsWith(`${section}.`));
      const knobs = paths.map((path) => choice("checkbox", "knob", path, knobText(words, path).label, CHANGED.includes(path)));
      return h("fieldset", {}, h("legend", {}, sections[section]), h("div", { class: "row-of" }, knobs));
    });
    return h("section", { class: "card" }, h("h2", {}, text.changed), ways, h("div", { class: "knob-list" }, groups));
  }

  #look() {
    const { text, words } = this;
    const languages = h("select", { name: "lang" }, h("option", { value: "" }, text.readers), Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code, selected: code === words.lang }, name)));
    const themes = h("select", { name: "theme" }, Object.entries(words.text.page.themes).map(([id, name]) => h("option", { value: id === "auto" ? "" : id }, name)));
    const field = (/** @type {string} */ label, /** @type {HTMLElement} */ control) => h("label", { class: "field" }, h("span", {}, label), control);
    return h(
      "section",
      { class: "card" },
      h("h2", {}, text.look),
      field(text.language, languages),
      field(text.theme, themes),
      choice("checkbox", "compact", "1", text.compact, false),
      choice("checkbox", "own-accent", "1", text.ownAccent, false),
      field(text.accent, h("input", { type: "color", name: "accent", value: "#2450b0" })),
      field(text.font, h("input", { type: "text", class: "box", name: "font", placeholder: "Georgia, serif" })),
      field(text.radius, h("input", { type: "number", class: "box", name: "radius", min: 0, max: 32, placeholder: "12" })),
    );
  }

  #article() {
    const { text } = this;
    const widths = h("select", { "aria-label": text.width }, WIDTHS.map((width) => h("option", { value: width, selected: width === 700 }, `${width} px`)));
    widths.addEventListener("change", () => {
      this.column.dataset.width = widths.value;
      this.#later();
    });
    this.column.dataset.width = "700";
    return h("section", { class: "card" }, h("header", { class: "row-of" }, h("h2", {}, text.preview), h("label", {}, `${text.width} `, widths)), this.column);
  }

  /** @param {Doc} doc */
  #take(doc) {
    this.doc = doc;
    this.#later();
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#show(), PAUSE_MS);
  }

  /** What is chosen, as settings of the page. */
  #page() {
    const data = new FormData(this.form);
    const list = (/** @type {string} */ name) => data.getAll(name).map(String);
    const may = data.get("may");
    /** @type {Record<string, string>} */
    const page = {};
    const parts = list("part").filter((id) => id !== "workloads" || list("task").length === 0);
    const show = [...parts, ...list("task"), ...(may === "some" ? list("knob") : [])];
    page.show = show.join(",");
    if (may === "none" || (may === "some" && list("knob").length === 0)) page.lock = "all";
    for (const name of ["lang", "theme", "font", "radius"]) if (data.get(name)) page[name] = String(data.get(name));
    if (data.get("own-accent")) page.accent = String(data.get("accent"));
    if (data.get("compact")) page.compact = "1";
    return page;
  }

  #choice() {
    const page = this.#page();
    const title = this.words.text.page.title;
    return { doc: this.doc, page, height: this.#height, sentence: this.sentence ?? title, title };
  }

  /** The preview, anew: exactly what the snippet makes. */
  async #show() {
    const { column, text } = this;
    const page = this.#page();
    if (page.show === "") {
      column.replaceChildren(h("p", { class: "message" }, text.noTask));
      return;
    }
    const preview = (this.#preview = /** @type {NasForecastElement} */ (document.createElement("nas-forecast")));
    for (const [name, value] of attributes(this.#choice())) preview.setAttribute(name, value);
    column.replaceChildren(h("p", {}, text.before), preview, h("p", {}, text.after));
    this.#sizes.disconnect();
    this.#sizes.observe(preview);
    const { scenario } = await api.validate(/** @type {any} */ (this.doc), { hardware: true });
    // Until it has loaded, the preview's own guess.
    if (!preview.report) this.#height = Math.round(parseFloat(preview.style.minHeight));
    this.sentence = sentenceText(/** @type {any} */ ({ words: this.words, catalog: this.catalog }), scenario);
    this.#write();
  }

  #write() {
    const kind = /** @type {Kind} */ (new FormData(this.kindForm).get("kind"));
    setText(this.help, this.text.kindHelp[kind]);
    this.pictures.hidden = kind !== "image";
    this.code.value = this.#height > 0 ? snippet(kind, this.#choice(), HOME) : "";
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.code.value);
      setText(this.note, this.text.copied);
    } catch {
      this.code.select();
      setText(this.note, this.text.select);
    }
  }

  /** @param {"svg" | "png"} form */
  async #save(form) {
    const { words, catalog, doc } = this;
    const scenario = /** @type {any} */ (doc);
    const [{ scenario: resolved }, rows] = await Promise.all([api.validate(scenario, { hardware: true }), api.suite(scenario)]);
    const context = /** @type {any} */ ({ words, catalog, store: { view: { unit: "mb_s", gb: 50, scale: "log" } } });
    const source = chartSvg({ context, results: new Map(rows.map((row) => [row.id, row])), resolved });
    const blob = form === "svg" ? new Blob([source], { type: "image/svg+xml" }) : await toPng(source);
    const address = URL.createObjectURL(blob);
    h("a", { href: address, download: `nas-forecast.${form}` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
}

/**
 * A box or a button with its words.
 * @param {"checkbox" | "radio"} type
 * @param {string} name
 * @param {string} value
 * @param {string} label
 * @param {boolean} checked
 * @param {() => void} [onchange]
 */
function choice(type, name, value, label, checked, onchange) {
  const input = h("input", { type, name, value, checked });
  if (onchange) input.addEventListener("change", onchange);
  return h("label", { class: "choice" }, input, " ", label);
}

/** @param {Words} words @param {BuilderText} text */
function header(words, text) {
  const language = h("select", { class: "language", "aria-label": words.text.page.language }, Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code, selected: code === words.lang }, name)));
  language.addEventListener("change", () => {
    const query = new URLSearchParams(location.search);
    query.set("lang", language.value);
    location.search = query.toString();
  });
  const back = `../../${location.search}`;
  return h("header", { class: "site" }, h("a", { class: "brand", href: back }, "nas-forecast"), h("a", { href: back }, text.back), h("div", { class: "tools" }, language));
}

const { pairs, page } = splitQuery(location.search);
if (page.theme === "light" || page.theme === "dark") document.documentElement.dataset.theme = page.theme;
const lang = pickLanguage(page.lang, navigator.languages);
const [words, { default: text }, catalog, link] = await Promise.all([Words.load(lang), TEXTS[lang](), api.catalog(), readLink(api, pairs)]);
document.documentElement.lang = lang;
document.title = `${text.title} · nas-forecast`;
const builder = new Builder(words, text, catalog, link.doc ?? FIRST);
/** @type {HTMLElement} */ (document.getElementById("app")).replaceChildren(header(words, text), h("main", {}, h("h1", { class: "sentence" }, text.title), h("p", { class: "answer" }, text.intro), builder.element));
