// What to buy next: started by the reader, ranked by the gain on their own mix of tasks, each with its interval, and by the
// gain for the money where they type prices. Says plainly when nothing is worth it, and when the SSD cache does harm.
//
// What was simulated is kept while the NAS stays the same, so that other weights and prices cost little or nothing.

import { mergePatch } from "../document.js";
import { fill, h, setProps, setText } from "../dom.js";
import { formatPercent, parseNumber, boxText } from "../number.js";
import { DEFAULT_WEIGHT, TASKS } from "../tasks.js";
import { upgradeName, upgradeNotes } from "./upgrade-text.js";
import { GainChart, gainAxis } from "../chart/gain.js";
import { taskText } from "./results.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../document.js").Doc} Doc */
/** @typedef {import("../nas-forecast.js").Advice} Advice */
/** @typedef {import("../nas-forecast-types.js").RatedUpgrade} Rated */
/** @typedef {import("../nas-forecast.js").Measured} Measured */

/** What the engine takes for noise: nobody feels less. */
const NOTICEABLE = 0.03;

export class AdviceView {
  #progress = h("progress", { hidden: true });
  #count = h("p", { class: "soft", hidden: true });
  #body = h("div", { class: "advice-body" });
  #run = h("button", { type: "button", class: "primary" });
  #stale = h("p", { class: "soft", hidden: true });
  /** @type {AbortController | null} */
  #running = null;
  /** @type {Advice | null} */
  #advice = null;
  /** @type {Measured[]} */
  #measured = [];
  /** The NAS that was simulated. */
  /** @type {Doc | null} */
  #of = null;
  /** @type {Map<string, number>} by the upgrade's id */
  #prices = new Map();
  #byPrice = false;

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    const { advice } = context.words.text;
    setText(this.#run, advice.run);
    setText(this.#stale, advice.stale);
    setProps(this.#progress, { "aria-label": advice.heading });
    this.#run.addEventListener("click", () => this.#start());
    this.#body.append(h("p", { class: "soft" }, advice.intro));
    this.element = h(
      "section",
      { class: "card advice", id: "advice", "aria-labelledby": "advice-heading" },
      h("header", {}, h("h2", { id: "advice-heading" }, advice.heading), h("small", { class: "soft" }, advice.forMix), this.#run),
      this.#stale,
      this.#progress,
      this.#count,
      this.#body,
      this.#weights(),
    );
  }

  #weights() {
    const { words, store } = this.context;
    const { advice } = words.text;
    const choose = (/** @type {string} */ id) => {
      const select = h("select", { "aria-label": taskText(words, id).name }, advice.weightWords.map((word, index) => h("option", { value: index, selected: index === (store.view.weights[id] ?? DEFAULT_WEIGHT) }, word)));
      select.addEventListener("change", () => {
        store.show({ weights: { ...store.view.weights, [id]: Number(select.value) } });
        if (this.#of) this.#simulate();
      });
      return h("label", {}, h("span", {}, taskText(words, id).name), select);
    };
    return h("details", { class: "weights" }, h("summary", {}, advice.weights), h("div", { class: "weight-grid" }, TASKS.map(choose)));
  }

  #start() {
    this.#of = this.context.store.doc;
    this.#measured = [];
    this.#advice = null;
    this.draw();
    this.#simulate();
  }

  /** What has not been simulated yet; a new call ends the one before. */
  async #simulate() {
    const { context } = this;
    const { api, seed, words, store } = context;
    if (!this.#of) return;
    this.#running?.abort();
    const weights = Object.fromEntries(TASKS.map((id) => [id, store.view.weights[id] ?? DEFAULT_WEIGHT]));
    if (!Object.values(weights).some((weight) => weight > 0)) return this.#nothingCounts();
    const running = (this.#running = new AbortController());
    try {
      const advice = await api.advise(/** @type {any} */ (this.#of), {
        seed,
        weights,
        prices: Object.fromEntries(this.#prices),
        measured: this.#measured,
        signal: running.signal,
        onProgress: ({ done, total, advice }) => this.#tellProgress(done, total, advice),
      });
      this.#progress.hidden = this.#count.hidden = true;
      setText(this.#run, words.text.advice.again);
      this.#show(advice);
      this.#say(advice);
    } catch (error) {
      if (running.signal.aborted) return;
      this.#progress.hidden = this.#count.hidden = true;
      this.#body.replaceChildren(h("p", { class: "message" }, words.text.status.failed));
    }
  }

  #nothingCounts() {
    this.#progress.hidden = this.#count.hidden = true;
    this.#body.replaceChildren(h("p", { class: "lead" }, this.context.words.text.advice.nothingMatters));
  }

  /**
   * A first list stands once every upgrade has been simulated roughly; the best of it are then looked at closely.
   * @param {number} done
   * @param {number} total
   * @param {Advice} advice so far
   */
  #tellProgress(done, total, advice) {
    if (done === total) return;
    this.#progress.hidden = this.#count.hidden = false;
    this.#progress.max = total;
    this.#progress.value = done;
    setText(this.#count, fill(this.context.words.text.advice.working, { done, total }));
    if (advice.upgrades.length > 0) this.#show(advice);
    else if (!this.#advice) this.#body.replaceChildren();
  }

  /** @param {Advice} advice */
  #show(advice) {
    if (this.#advice === advice) return;
    this.#advice = advice;
    this.#drawList();
  }

  /** @param {Advice} advice */
  #say(advice) {
    const { words, say } = this.context;
    const [best] = advice.upgrades;
    if (best?.worth === "gain") say(`${words.text.advice.heading} ${this.#name(best)}: ${formatPercent(gain(best), words.lang, true)}`);
    else say(fill(words.text.advice.nothing, { percent: formatPercent(NOTICEABLE, words.lang) }));
  }

  /** @param {Rated} rated */
  #name(rated) {
    return upgradeName(this.context, rated);
  }

  draw() {
    this.#stale.hidden = this.#of === null || this.#of === this.context.store.doc;
  }

  #drawList() {
    const advice = this.#advice;
    if (!advice) return;
    const { words } = this.context;
    const gains = this.#ordered(advice);
    const others = advice.upgrades.filter(({ worth }) => worth !== "gain");
    const wasOpen = this.#body.querySelector(".others")?.hasAttribute("open");
    const restoreFocus = keepFocus(this.#body);
    this.#body.replaceChildren(
      h("div", { class: "verdicts" }, this.#verdicts(advice).map((text) => h("p", { class: "lead" }, text))),
      gains.length > 0 ? h("div", {}, advice.by_price.length > 0 && this.#orderPicker(), this.#table(gains)) : "",
      others.length > 0 ? h("details", { class: "others", open: wasOpen || gains.length === 0 }, h("summary", {}, words.plural(others.length, words.text.advice.others)), this.#table(others)) : "",
      h("p", { class: "soft" }, words.text.advice.reading),
    );
    restoreFocus();
  }

  /** What brings something, in the order that the reader wants; what has no price comes last there. @param {Advice} advice */
  #ordered({ upgrades, by_price }) {
    const gains = upgrades.filter(({ worth }) => worth === "gain");
    if (!this.#byPrice || by_price.length === 0) return gains;
    const place = (/** @type {Rated} */ { id }) => (by_price.includes(id) ? by_price.indexOf(id) : by_price.length);
    return gains.sort((a, b) => place(a) - place(b));
  }

  #orderPicker() {
    const { advice } = this.context.words.text;
    const pick = h("select", { "data-focus": "order" }, h("option", { value: "gain" }, advice.orders.gain), h("option", { value: "price", selected: this.#byPrice }, advice.orders.price));
    pick.addEventListener("change", () => {
      this.#byPrice = pick.value === "price";
      this.#drawList();
    });
    return h("label", { class: "order" }, advice.order, " ", pick);
  }

  /** @param {Advice} advice @returns {string[]} */
  #verdicts({ upgrades, verdicts }) {
    const { words } = this.context;
    const { advice } = words.text;
    const percent = (/** @type {Rated | undefined} */ rated) => formatPercent(rated ? gain(rated) : 0, words.lang);
    const free = upgrades.find(({ costs, code, worth }) => !costs && worth === "gain" && code !== "no-cache");
    const found = [];
    if (verdicts.includes("nothing-worth-buying")) found.push(fill(advice.nothing, { percent: formatPercent(NOTICEABLE, words.lang) }));
    if (verdicts.includes("cache-hurts")) found.push(fill(advice.cacheHurts, { percent: percent(upgrades.find(({ code }) => code === "no-cache")) }));
    if (verdicts.includes("setting-helps") && free) found.push(fill(advice.settingHelps, { upgrade: this.#name(free), percent: percent(free) }));
    if (upgrades.some(({ worth, costs }) => worth === "cache-hurts" && costs)) found.push(advice.cacheWouldHurt);
    return found;
  }

  /** @param {Rated[]} upgrades */
  #table(upgrades) {
    const axis = gainAxis(upgrades);
    const { advice } = this.context.words.text;
    const heads = [h("th", { scope: "col" }, advice.upgrade), h("th", { scope: "col", colspan: 2 }, advice.gain), h("th", { scope: "col", class: "money" }, advice.price), h("th", { scope: "col", class: "money" }, advice.perPrice)];
    return h("table", { class: "buy" }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, upgrades.map((rated) => this.#item(rated, axis))));
  }

  /** @param {Rated} rated @param {import("../chart/gain.js").GainAxis} axis */
  #item(rated, axis) {
    const { words } = this.context;
    const { advice } = words.text;
    const { value, low, high } = rated.speed_up;
    const percent = (/** @type {number} */ ratio) => formatPercent(ratio - 1, words.lang, true);
    const name = this.#name(rated);
    const quiet = rated.worth === "within-noise";
    const rough = rated.effort === "draft" && !quiet;
    const range = fill(words.text.results.rangeOf, { low: percent(low), high: percent(high) });
    return h(
      "tr",
      { class: rated.worth === "gain" ? null : "idle" },
      h("th", { scope: "row" }, h("button", { type: "button", class: "link", "data-focus": `try ${rated.id}`, onclick: () => this.#try(rated) }, name), h("small", {}, this.#notes(rated).join(" · "))),
      h("td", { class: "gain-chart" }, new GainChart(axis, rated).element),
      h("td", { class: "gain" }, h("b", {}, quiet ? advice.noGain : (rough ? "≈ " : "") + percent(value)), h("small", {}, range)),
      ...this.#money(rated, name),
    );
  }

  /** @param {Rated} rated */
  #try(rated) {
    const { store } = this.context;
    store.change(mergePatch(store.doc, /** @type {Doc} */ (rated.patch)));
  }

  /** @param {Rated} rated @returns {string[]} */
  #notes(rated) {
    const { words } = this.context;
    const { advice } = words.text;
    const notes = upgradeNotes(this.context, rated);
    if (rated.worth === "slower" || rated.worth === "cache-hurts") notes.unshift(advice.worse);
    const [most] = [...rated.workloads].sort((a, b) => b.speed_up.value - a.speed_up.value);
    if (rated.worth === "gain" && most) notes.unshift(fill(advice.mostly, { task: taskText(words, most.id).mid, percent: formatPercent(most.speed_up.value - 1, words.lang, true) }));
    return notes;
  }

  /** @param {Rated} rated @param {string} name */
  #money(rated, name) {
    const { words } = this.context;
    const { advice } = words.text;
    if (!rated.costs) return [h("td", { class: "money" }, advice.free), h("td", { class: "money" })];
    // What brings nothing is not worth a price.
    if (rated.worth !== "gain") return [h("td", { class: "money" }), h("td", { class: "money" })];
    const price = this.#prices.get(rated.id);
    const box = h("input", { class: "box", inputmode: "decimal", size: 5, placeholder: advice.price, "aria-label": `${advice.price}: ${name}`, "data-focus": `price ${rated.id}`, value: price === undefined ? "" : boxText(price, words.lang) });
    box.addEventListener("change", () => {
      const typed = parseNumber(box.value);
      const isPrice = "value" in typed && typed.value > 0;
      if (isPrice) this.#prices.set(rated.id, typed.value);
      else this.#prices.delete(rated.id);
      setProps(box, { "aria-invalid": box.value.trim() !== "" && !isPrice ? "true" : null });
      if (isPrice || box.value.trim() === "") this.#simulate();
    });
    const perPrice = rated.gain_percent_per_price;
    return [h("td", { class: "money" }, box), h("td", { class: "money" }, perPrice === null ? "" : formatPercent(perPrice, words.lang, true))];
  }
}

/**
 * A list drawn anew puts the focus back where it was, with what was typed there.
 * @param {HTMLElement} list
 */
function keepFocus(list) {
  const focused = document.activeElement;
  const key = list.contains(focused) ? focused?.getAttribute("data-focus") : null;
  const typed = focused instanceof HTMLInputElement ? focused.value : null;
  return () => {
    const same = key && /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[data-focus]")]).find((each) => each.dataset.focus === key);
    if (!same) return;
    if (same instanceof HTMLInputElement && typed !== null) same.value = typed;
    same.focus();
  };
}

/** @param {Rated} rated 0.5: half as fast again */
function gain(rated) {
  return rated.speed_up.value - 1;
}
