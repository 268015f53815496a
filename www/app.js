// The page's start: language and scenario from the link, the tables from the engine, then the loop
// input -> store -> runner -> reports -> draw.

import * as api from "./nas-forecast.js";
import { Frame } from "./embed/frame.js";
import { keepTasks } from "./embed/reduce.js";
import { applyTokens } from "./embed/theme.js";
import { readLink, splitQuery, toQuery } from "./link.js";
import { knobTable } from "./knob-table.js";
import { takeOutWrong } from "./page-settings.js";
import { Page } from "./page.js";
import { Runner } from "./runner.js";
import { FIRST } from "./starts.js";
import { Store } from "./store.js";
import { nextFrame, nextTask } from "./turn.js";
import { Words, pickLanguage } from "./text/index.js";
import { UNITS } from "./unit.js";
import { SECTIONS } from "./view/layout.js";

/** @typedef {import("./document.js").Doc} Doc */
/** @typedef {import("./types.js").Knob} Knob */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Problem} Problem */
/** @typedef {import("./types.js").Valid} Valid */

/**
 * What every view may use.
 * @typedef {object} Context
 * @property {Words} words
 * @property {Map<string, Knob>} knobs by path
 * @property {import("./wording.js").Catalog} catalog
 * @property {Store<View>} store
 * @property {typeof api} api
 * @property {number} seed
 * @property {string} version of the engine
 * @property {Settings} settings
 * @property {(path: string) => boolean} isLocked
 * @property {(path: string) => boolean} isOffered whether the reader sees the setting at all
 * @property {(text: string) => void} say through the one polite status line of the page
 */

/**
 * What the link says about the page.
 * @typedef {object} Settings
 * @property {boolean} embed
 * @property {boolean} compact
 * @property {string[] | null} show parts to show in an embed; null: all
 * @property {string[]} lock paths and sections that can't be changed
 */

/** The same scenario and seed give the same figures; a link needs no other. */
const SEED = 42;
const DEFAULT_VIEW = { unit: "mb_s", gb: "50", scale: "log" };
/** The settings in force, and refined figures one by one, may be drawn this much later: each drawing takes time from the engines. */
const SOON_MS = 200;
/** How long a drag may go on before the address follows: browsers refuse more than a hundred changes in half a minute. */
const ADDRESS_DELAY_MS = 400;

class App {
  /** @type {Map<string, Row>} */
  results = new Map();
  /** What the engine says of the last scenario that can be built. */
  /** @type {Valid | null} */
  valid = null;
  /** @type {Problem[]} */
  problems = [];
  /** Settings of the page that came by link or were chosen; they stay in the address. */
  /** @type {Record<string, string>} */
  #pageQuery;
  #drawAsked = false;
  #addressTimer = 0;
  /** Set while something is to be drawn soon. */
  #soonTimer = 0;
  /** Whether the shown figures are final; a change by the reader makes them a draft again. */
  settled = false;
  /** Whether every task has a figure for the latest scenario, if only a draft: before that no answer is drawn from them. */
  complete = false;
  #byReader = false;
  /** Counts changes of the scenario; the page says which one its figures belong to. */
  #revision = 0;

  /**
   * @param {Context} context
   * @param {Record<string, string>} pageQuery
   */
  constructor(context, pageQuery) {
    this.context = context;
    this.#pageQuery = pageQuery;
    this.runner = new Runner(context.api, SEED, this.#listener);
    this.page = new Page(context, this.#actions());
    this.frame = context.settings.embed ? new Frame(context, (doc) => context.store.replace(doc)) : null;
    context.store.subscribe((part, byReader) => this.#changed(part, byReader));
  }

  /** @type {import("./runner.js").Listener} */
  #listener = {
    onValid: (valid) => this.#valid(valid),
    onRow: (row) => this.#row(row),
    onDraft: (rows, isLatest) => this.#drafted(rows, isLatest),
    onSettled: () => this.#settledNow(),
    onProblems: (problems) => this.#hasProblems(problems),
    onFault: () => this.page.fault(),
  };

  /**
   * The page comes with its first scenario in words and settings; only figures come later, into places kept for them. In
   * several tasks, between which the browser can draw and hear. The engines begin when the page stands: while they work, and
   * the browser compiles what they run, a processor of two cores has no time for the page.
   * @param {Valid} valid
   */
  async begin(valid) {
    this.valid = valid;
    await nextTask();
    this.#draw();
    await this.page.mount();
    this.runner.request(this.context.store.doc);
    document.addEventListener("keydown", (event) => this.#undoKey(event));
    if (this.frame) keepTasks(this.context.settings.show);
    // A frame out of sight is laid out only when asked, and has to have its height before it comes into sight.
    this.frame?.measure();
  }

  /**
   * Ctrl+Z and Ctrl+Shift+Z, but not inside a text being typed, where they belong to the text.
   * @param {KeyboardEvent} event
   */
  #undoKey(event) {
    const typing = event.target instanceof HTMLInputElement && event.target.type !== "range" && event.target.type !== "radio";
    if (typing || event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (event.shiftKey) this.context.store.redo();
    else this.context.store.undo();
  }

  #actions() {
    return {
      setLanguage: (/** @type {import("./text/index.js").Language} */ lang) => this.#setLanguage(lang),
      setTheme: (/** @type {string} */ theme) => this.#setTheme(theme),
      results: () => this.results,
      resolved: () => this.valid?.scenario ?? null,
      address: () => this.address(),
    };
  }

  /** @param {"scenario" | "view"} part @param {boolean} byReader */
  #changed(part, byReader) {
    if (part === "scenario") {
      this.#byReader = byReader;
      this.settled = this.complete = false;
      this.#revision++;
      this.page.busy(true);
      this.runner.request(this.context.store.doc);
      if (byReader) this.frame?.scenarioChanged(this.context.store.doc);
    }
    if (part === "view") this.#rememberView();
    this.#redraw();
    clearTimeout(this.#addressTimer);
    this.#addressTimer = window.setTimeout(() => this.#writeAddress(), ADDRESS_DELAY_MS);
  }

  /** What the reader chose to see belongs into the address, too. */
  #rememberView() {
    const { unit, gb, scale } = this.context.store.view;
    for (const [key, value] of Object.entries({ unit, gb: String(gb), scale })) {
      if (value === DEFAULT_VIEW[/** @type {keyof typeof DEFAULT_VIEW} */ (key)]) delete this.#pageQuery[key];
      else this.#pageQuery[key] = value;
    }
  }

  /** @param {Valid} valid */
  #valid(valid) {
    this.valid = valid;
    this.problems = [];
    // Mostly the draft comes before that.
    this.#redrawSoon();
  }

  /** @param {Row} row */
  #row(row) {
    this.results.set(row.id, row);
    this.#redrawSoon();
  }

  /** @param {Row[]} rows @param {boolean} isLatest @returns {Promise<unknown>} until they are drawn */
  #drafted(rows, isLatest) {
    // All at once: drawn one by one, they would keep the page's thread from handing out the next errand. A task that this NAS
    // can't do (a rebuild without redundancy) must not keep the figures of another NAS.
    this.results.clear();
    for (const row of rows) this.results.set(row.id, row);
    this.complete = isLatest;
    this.#redraw();
    return nextFrame();
  }

  #settledNow() {
    this.settled = true;
    this.#redraw();
    // A frame out of sight draws nothing of itself, and has to have its height before it comes into sight.
    if (this.frame) this.#draw();
    this.frame?.measure();
    this.page.announce(this.results);
    this.frame?.forecast([...this.results.values()], this.#byReader);
    if (!this.context.settings.embed) keepForOffline();
  }

  /** @param {Problem[]} problems */
  #hasProblems(problems) {
    this.problems = problems;
    this.#redraw();
  }

  #redrawSoon() {
    this.#soonTimer ||= window.setTimeout(() => {
      this.#soonTimer = 0;
      if (!this.#drawAsked) this.#draw();
      this.frame?.measure();
    }, SOON_MS);
  }

  /**
   * Many things may change at once; they are drawn once. In a task of its own: inside the frame, drawing and laying out would be
   * one piece of work, and block the thread for as long as both.
   */
  #redraw() {
    clearTimeout(this.#soonTimer);
    this.#soonTimer = 0;
    if (this.#drawAsked) return;
    this.#drawAsked = true;
    setTimeout(() => {
      this.#drawAsked = false;
      this.#draw();
      this.frame?.measure();
    });
  }

  #draw() {
    this.page.draw({ results: this.results, valid: this.valid, problems: this.problems, complete: this.complete, settled: this.settled, revision: this.#revision });
  }

  /** The full address of what is shown. */
  address() {
    const page = Object.entries(this.#pageQuery).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
    return `?${[toQuery(this.context.store.doc), ...page].join("&")}`;
  }

  #writeAddress() {
    try {
      history.replaceState(null, "", this.address());
    } catch {
      // A sandboxed frame may not change its address; the share button still gives it.
    }
  }

  /** @param {import("./text/index.js").Language} lang */
  async #setLanguage(lang) {
    this.context.words = await Words.load(lang);
    this.#pageQuery.lang = lang;
    const { pinned } = this.page;
    this.page = new Page(this.context, this.#actions());
    this.page.keepPinned(pinned);
    this.#draw();
    const mounted = this.page.mount();
    this.page.header.language.focus();
    await mounted;
    this.#writeAddress();
  }

  /** @param {string} theme */
  #setTheme(theme) {
    this.#pageQuery.theme = theme;
    applyTheme(theme);
    this.#writeAddress();
  }
}

/** Once there is time: the page then opens without a network, too. A file on disk, or a frame without an origin, needs nothing. */
function keepForOffline() {
  if (!("serviceWorker" in navigator) || !location.protocol.startsWith("http") || self.origin === "null") return;
  // Where a site's policy forbids it, the page works as before.
  navigator.serviceWorker.register(new URL("sw.js", document.baseURI)).catch(() => {});
}

/** @param {string | undefined} theme */
function applyTheme(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

/** @param {Record<string, string>} page @returns {Settings} */
function readSettings(page) {
  const list = (/** @type {string | undefined} */ text) => (text ? text.split(",").map((item) => item.trim()).filter(Boolean) : []);
  const isOn = (/** @type {string | undefined} */ text) => text !== undefined && text !== "0" && text !== "false";
  return { embed: isOn(page.embed), compact: isOn(page.compact), show: page.show === undefined ? null : list(page.show), lock: list(page.lock) };
}

/** @param {Record<string, string>} page @returns {View} */
function readView(page) {
  const gb = Number(page.gb);
  const unit = UNITS.find((each) => each === page.unit) ?? "mb_s";
  return { unit, gb: gb > 0 && Number.isFinite(gb) ? gb : Number(DEFAULT_VIEW.gb), scale: page.scale === "linear" ? "linear" : "log", weights: {} };
}

/**
 * @param {string} path
 * @param {string[]} roots paths and sections; "all" is every path
 */
function isBelow(path, roots) {
  return roots.some((root) => root === "all" || path === root || path.startsWith(`${root}.`));
}

/**
 * An embed can be reduced to a few settings, and what is locked in it is no setting for its reader.
 * @param {string} path
 * @param {Settings} settings
 */
function isOffered(path, { embed, show, lock }) {
  if (!embed) return true;
  const named = (show ?? []).filter((item) => item.includes(".") || SECTIONS.some((section) => section === item));
  return !isBelow(path, lock) && (named.length === 0 || isBelow(path, named));
}

async function start() {
  const query = new URLSearchParams(location.search);
  applyTheme(query.get("theme") ?? undefined);
  const lang = pickLanguage(query.get("lang"), navigator.languages);
  document.documentElement.lang = lang;
  document.documentElement.classList.toggle("embedded", query.has("embed") && query.get("embed") !== "0");
  const { pairs, page } = splitQuery(location.search);
  const loading = Promise.all([Words.load(lang), api.version(), api.knobs(), api.catalog()]);
  const link = await readLink(api, pairs);
  const doc = link.doc ?? FIRST;
  const checked = api.validate(/** @type {any} */ (doc), { hardware: true });
  const [words, version, table, catalog] = await loading;
  const knobs = knobTable(table);
  const refused = takeOutWrong(page, knobs);
  const settings = readSettings(page);
  /** @type {Context} */
  const context = {
    words,
    knobs,
    catalog,
    store: new Store(doc, readView(page)),
    api,
    seed: SEED,
    version,
    settings,
    say: () => {},
    isLocked: (path) => isBelow(path, settings.lock),
    isOffered: (path) => isOffered(path, settings),
  };
  await nextTask();
  const app = new App(context, page);
  await app.begin(await checked);
  app.page.linkProblems([...link.problems, ...refused, ...(settings.embed ? applyTokens(page) : [])]);
}

start().catch((error) => {
  document.documentElement.classList.add("failed");
  throw error;
});
