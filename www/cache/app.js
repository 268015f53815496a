// The cache laboratory's page: a recording or an example goes in, curves, facts and a forecast come out. Language,
// appearance and the NAS come from the link, as on the main page.

import * as api from "../nas-forecast.js";
import { fill, h } from "../dom.js";
import { ForecastError } from "../error.js";
import { readLink, splitQuery, toQuery } from "../link.js";
import { mainPlace } from "../places.js";
import { FIRST } from "../starts.js";
import { LANGUAGES, Words, pickLanguage } from "../text/index.js";
import { Buy } from "./buy.js";
import { cacheCurve } from "./curve.js";
import { showResults } from "./results.js";
import { Source } from "./source.js";
import { countText, problemText } from "./words.js";

/** @typedef {import("./words.js").Speech} Speech */
/** @typedef {import("./curve.js").Example} Example */
/** @typedef {import("../text/index.js").Language} Language */
/** @typedef {import("../nas-forecast-types.js").CacheResults} CacheResults */

/** @type {Record<Language, () => Promise<{default: import("./text/en.js").CacheText}>>} */
const TEXTS = {
  en: () => import("./text/en.js"),
  fr: () => import("./text/fr.js"),
  de: () => import("./text/de.js"),
  pt: () => import("./text/pt.js"),
};
/** What is computed unless the reader says otherwise: the usual policy, three that learn, and the bound. */
const FIRST_POLICIES = ["lru", "arc", "s3-fifo", "w-tiny-lfu", "belady"];
/** The block of an SSD cache where the scenario has none, KiB. */
const BLOCK_KIB = 64;

class Page {
  /** What survives a change of the language. @type {CacheResults | null} */
  #results = null;
  /** @type {File | Example | null} */
  #recording = null;
  /** @type {AbortController | null} */
  #running = null;
  /** @type {Buy | null} */
  #buy = null;
  #found = h("div", { class: "results" });
  /** @type {Source} */
  #source;

  /**
   * @param {Speech} speech
   * @param {Record<string, any>} doc the scenario of the link
   * @param {URLSearchParams} query
   */
  constructor(speech, doc, query) {
    this.speech = speech;
    this.doc = doc;
    this.query = query;
    this.choice = { policies: FIRST_POLICIES, block_kib: doc.ssd_cache?.block_kib ?? BLOCK_KIB, format: "auto" };
    this.#source = this.#newSource();
    // A file that misses the drop zone must not replace the page.
    document.addEventListener("dragover", (event) => this.#dragged(event));
    document.addEventListener("dragleave", () => document.documentElement.classList.remove("dragging"));
    document.addEventListener("drop", (event) => this.#dropped(event));
  }

  #newSource() {
    return new Source(this.speech, this.choice, {
      take: (recording) => void this.#read(recording),
      again: () => void (this.#recording && this.#read(this.#recording)),
      cancel: () => this.#running?.abort(),
    });
  }

  /** @param {DragEvent} event */
  #dragged(event) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    document.documentElement.classList.add("dragging");
  }

  /** @param {DragEvent} event */
  #dropped(event) {
    document.documentElement.classList.remove("dragging");
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void this.#read(file);
  }

  draw() {
    const { text, words } = this.speech;
    document.documentElement.lang = words.lang;
    document.title = text.title;
    const main = h(
      "main",
      {},
      h("div", { class: "hero" }, h("h1", { class: "sentence" }, text.heading), h("p", { class: "answer" }, text.lead, " ", h("strong", {}, text.privacy))),
      this.#source.element,
      this.#found,
    );
    /** @type {HTMLElement} */ (document.getElementById("app")).replaceChildren(this.#header(), main);
  }

  #header() {
    const { words, text } = this.speech;
    const options = Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code, selected: code === words.lang }, name));
    const language = h("select", { class: "language", "aria-label": words.text.page.language }, options);
    language.addEventListener("change", () => void this.#setLanguage(/** @type {Language} */ (language.value)));
    const back = mainPlace(String(this.query));
    return h("header", { class: "site" }, h("a", { class: "brand", href: back }, "nas-forecast"), h("a", { href: back }, text.back), h("div", { class: "tools" }, language));
  }

  /** @param {Language} lang */
  async #setLanguage(lang) {
    this.#running?.abort();
    this.speech = await loadSpeech(lang);
    this.query.set("lang", lang);
    try {
      history.replaceState(null, "", `?${this.query}${location.hash}`);
    } catch {
      // A sandboxed frame may not change its address.
    }
    this.#source = this.#newSource();
    this.draw();
    if (this.#results) this.#show(this.#results);
    /** @type {HTMLElement} */ (document.querySelector(".language")).focus();
  }

  /** @param {File | Example} recording */
  async #read(recording) {
    this.#running?.abort();
    const { signal } = (this.#running = new AbortController());
    const { text } = this.speech;
    const source = this.#source;
    this.#recording = recording;
    this.#clear();
    const name = "name" in recording ? recording.name : text.source.examples[/** @type {keyof typeof text.source.examples} */ (recording.example)];
    const { policies, block_kib, format } = this.choice;
    source.begin(name);
    try {
      const options = { policies, block_bytes: block_kib * 1024, format, signal, onProgress: (/** @type {any} */ progress) => source.tell(name, progress) };
      const results = await cacheCurve(recording, options);
      source.end(fill(text.progress.done, { requests: countText(this.speech, results.requests) }));
      this.#show(results);
    } catch (reason) {
      if (this.#running?.signal !== signal) return;
      source.end(signal.aborted ? text.progress.cancelled : "");
      if (!signal.aborted) this.#refuse(reason);
    }
  }

  #clear() {
    this.#results = null;
    this.#buy?.end();
    this.#found.replaceChildren();
  }

  /** @param {CacheResults} results */
  #show(results) {
    this.#results = results;
    this.#buy?.end();
    const [answer, ...cards] = showResults(this.speech, results);
    this.#buy = new Buy(this.speech, results, { doc: this.doc, query: String(this.query) });
    this.#found.replaceChildren(answer, h("div", { class: "cards" }, cards[0], this.#buy.element, ...cards.slice(1)));
    /** @type {HTMLElement | null} */ (answer.querySelector("[tabindex]"))?.focus({ preventScroll: true });
    answer.scrollIntoView({ block: "start", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }

  /** @param {unknown} reason */
  #refuse(reason) {
    const { problem: texts } = this.speech.text;
    const problem = reason instanceof ForecastError ? reason.problems[0] : { path: "", message: String(reason), allowed: null };
    const { sentence, lines } = problemText(this.speech, problem);
    this.#found.replaceChildren(
      h("section", { class: "card problems refused", role: "alert" }, h("h2", {}, texts.heading), h("p", {}, sentence), lines.length > 0 && h("ul", {}, lines.map((line) => h("li", {}, line))), h("p", { class: "soft" }, texts.hint)),
    );
  }
}

/** @param {Language} lang @returns {Promise<Speech>} */
async function loadSpeech(lang) {
  const [words, { default: text }] = await Promise.all([Words.load(lang), TEXTS[lang]()]);
  return { words, text };
}

/** Only a link that describes a NAS needs the engine to read it: until then it is not loaded. @param {string} search */
async function readNas(search) {
  const { pairs, page } = splitQuery(search);
  const { doc } = await readLink(api, pairs).catch(() => ({ doc: null }));
  const nas = doc ?? FIRST;
  const query = new URLSearchParams(toQuery(nas));
  for (const [key, value] of Object.entries(page)) query.set(key, value);
  return { nas, query };
}

async function start() {
  const query = new URLSearchParams(location.search);
  const theme = query.get("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  const [speech, { nas, query: full }] = await Promise.all([loadSpeech(pickLanguage(query.get("lang"), navigator.languages)), readNas(location.search)]);
  new Page(speech, nas, full).draw();
}

start().catch((error) => {
  document.documentElement.classList.add("failed");
  throw error;
});
