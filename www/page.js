// Puts the views together and draws them all from one state. A change of language builds it anew.

import { fill, h, setProps, setText } from "./dom.js";
import { Answer, paceSentence } from "./view/answer.js";
import { footer } from "./view/footer.js";
import { Header } from "./view/header.js";
import { Headlines } from "./view/headlines.js";
import { Knobs } from "./view/knobs.js";
import { Notices } from "./view/notices.js";
import { Problems } from "./view/problems.js";
import { Results } from "./view/results.js";
import { Sentence } from "./view/sentence.js";
import { TASKS } from "./tasks.js";
import { nextFrame, nextTask } from "./turn.js";

/** @typedef {import("./app.js").Context} Context */
/** @typedef {import("./document.js").Doc} Doc */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Problem} Problem */
/** @typedef {import("./types.js").Valid} Valid */

/**
 * @typedef {object} Actions
 * @property {(lang: import("./text/index.js").Language) => void} setLanguage
 * @property {(theme: string) => void} setTheme
 * @property {() => Map<string, Row>} results
 * @property {() => Doc | null} resolved
 * @property {() => string} address
 */

/** What an embed shows unless it says otherwise: the answer and its figures, not the tools around them. */
const EMBED_PARTS = ["bottleneck", "headlines", "workloads", "cache"];

/** @typedef {{results: Map<string, Row>, valid: Valid | null, problems: Problem[], complete: boolean, settled: boolean, revision: number}} State */

export class Page {
  /** @type {unknown[]} */
  #drawn = [];
  /** @type {import("./view/more.js").More | null} */
  #more = null;
  #below = h("div", { class: "more-cards" });
  #belowWanted = false;
  /** @type {import("./view/compare.js").Pinned[]} */
  #pinned = [];
  /** @type {State | null} */
  #state = null;
  #status = h("p", { class: "visually-hidden", role: "status", "aria-live": "polite" });

  /** @param {Context} context @param {Actions} actions */
  constructor(context, actions) {
    this.context = context;
    this.actions = actions;
    context.say = (text) => setText(this.#status, text);
    this.header = new Header(context, actions);
    this.knobs = new Knobs(context);
    this.sentence = new Sentence(context, (section, path) => this.knobs.open(section, path));
    this.answer = new Answer(context);
    this.headlines = new Headlines(context);
    this.problems = new Problems(context);
    this.notices = new Notices(context, (path) => this.#open(path));
    this.results = new Results(context);
  }

  /** @param {string} path of a setting */
  #open(path) {
    this.knobs.open(path.split(".")[0], path);
  }

  /** NAS pinned for comparison; they outlive a change of language. */
  get pinned() {
    return this.#more?.compare.pinned ?? this.#pinned;
  }

  /** @param {import("./view/compare.js").Pinned[]} pinned */
  keepPinned(pinned) {
    this.#pinned = pinned;
  }

  /** From above to below, a frame for each part: together they would block the thread. */
  async mount() {
    const { words, settings } = this.context;
    const shows = (/** @type {string} */ part) => showsPart(part, settings);
    document.title = words.text.page.title;
    this.#below.append(this.notices.element);
    const app = /** @type {HTMLElement} */ (document.getElementById("app"));
    const hero = h(
      "div",
      { class: "hero" },
      this.sentence.element,
      h("div", { class: "verdict" }, shows("bottleneck") && this.answer.element, this.problems.element),
      shows("headlines") && this.headlines.element,
    );
    const main = h("main", {}, this.problems.link, hero);
    const root = document.documentElement;
    root.classList.add("ready");
    root.classList.toggle("compact", settings.compact);
    root.classList.toggle("hide-cache", !shows("cache"));
    app.replaceChildren(h("a", { class: "skip", href: "#results" }, words.text.page.skip), this.header.element, main, this.#status);
    // A frame on another page is measured once, when all of it is there.
    if (!settings.embed) await nextFrame();
    const aside = h("aside", { "aria-label": words.text.page.settings });
    main.append(h("div", { class: "columns" }, shows("workloads") && this.results.element, aside, this.#below));
    main.after(footer(this.context, this.actions), this.headlines.strip);
    root.lang = words.lang;
    if (!settings.embed) {
      this.headlines.watch(this.results.element);
      await nextFrame();
    }
    await this.knobs.makeOpen();
    aside.append(this.knobs.element);
    if (!settings.embed) await nextFrame();
  }

  #hasBelow() {
    const { settings } = this.context;
    return !settings.embed || ["advice", "compare", "share", "assumptions"].some((part) => showsPart(part, settings));
  }

  /** What stands below, once there is something above it. */
  async #drawBelow() {
    this.#belowWanted = true;
    const { More } = await import("./view/more.js");
    await nextTask();
    const more = new More(this.context, this.actions, (path) => this.#open(path), (part) => showsPart(part, this.context.settings));
    more.compare.keep(this.#pinned);
    this.#more = more;
    this.#below.append(more.element);
    await more.mount(() => this.#state);
    if (!this.context.settings.embed) await this.knobs.makeAll();
  }

  /** @param {State} state */
  draw(state) {
    const { results, valid, problems, complete, settled, revision } = state;
    this.#state = state;
    const { store } = this.context;
    this.header.draw();
    if (valid) {
      const resolved = valid.scenario;
      this.#drawSettings(store.doc, valid, problems);
      this.results.draw(results, store.view, Boolean(resolved.ssd_cache));
      this.#more?.draw(state);
    }
    if (complete) {
      if (!this.#belowWanted && this.#hasBelow()) this.#drawBelow();
      this.answer.draw(results);
      setProps(this.results.element, { "data-revision": revision });
    }
    setProps(this.answer.element, { "data-hidden": problems.length > 0 ? true : null });
    this.headlines.draw(results, store.view, problems);
    this.problems.draw(problems);
    setProps(this.results.element, { "data-stale": problems.length > 0 ? true : null });
    this.busy(!settled && problems.length === 0);
  }

  /**
   * While reports come in one by one, the settings stay as they are.
   * @param {Doc} doc
   * @param {Valid} valid
   * @param {Problem[]} problems
   */
  #drawSettings(doc, valid, problems) {
    if (this.#drawn[0] === doc && this.#drawn[1] === valid && this.#drawn[2] === problems) return;
    this.#drawn = [doc, valid, problems];
    this.sentence.draw(valid.scenario);
    this.knobs.draw(doc, valid, problems);
    this.notices.draw(valid.warnings);
  }

  /** @param {boolean} busy whether better figures are on their way */
  busy(busy) {
    setProps(this.results.element, { "aria-busy": busy ? "true" : null });
  }

  /** @param {Problem[]} problems */
  linkProblems(problems) {
    this.problems.drawLink(problems);
  }

  /**
   * The one thing a screen reader hears after a change: that the forecast stands, and its gist.
   * @param {Map<string, Row>} results
   */
  announce(results) {
    const { words } = this.context;
    this.context.say(fill(words.text.status.done, { headline: paceSentence(words, results) }));
  }

  fault() {
    this.context.say(this.context.words.text.status.failed);
    this.problems.fault();
  }
}

/**
 * Whether a part belongs on the page; an embed names the ones it wants.
 * @param {string} part
 * @param {import("./app.js").Settings} settings
 */
function showsPart(part, { embed, show }) {
  if (!embed) return true;
  const named = show ?? [];
  // A task by name wants its row.
  if (part === "workloads" && named.some((item) => TASKS.includes(item))) return true;
  const parts = named.filter((item) => !item.includes("."));
  return (parts.length === 0 ? EMBED_PARTS : parts).includes(part);
}
