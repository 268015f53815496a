// How the forecast comes about: the way of one operation through the parts of the NAS, from the run that was just simulated.
// It moves when the reader asks for it; the figures stand there anyway. Below, what the words mean.

import { fill, h, setProps, setText } from "../dom.js";
import { format } from "../number.js";
import { TASKS } from "../tasks.js";
import { latencyText, percent, stationText } from "../wording.js";
import { taskText } from "./results.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../types.js").StationReport} StationReport */

/** The way of a request. */
const WAY = ["client-storage", "client", "round-trips", "link", "nas-cpu", "ram", "ssd-cache", "drives"];
/** These are always drawn, the others where an operation spends time. */
const ALWAYS = ["client", "link", "nas-cpu", "ram", "drives"];
/** How long the stays at all parts take together on the screen, and each hop between two. */
const STAYS_MS = 6000;
const HOP_MS = 160;
const FIRST_TASK = "jpg-photos";

export class How {
  /** @type {HTMLSelectElement} */
  #task;
  #play = h("button", { type: "button", class: "quiet" });
  #took = h("p", { class: "took" });
  #dot = h("span", { class: "dot", "aria-hidden": "true" });
  /** @type {Map<string, Stop>} */
  #stops = new Map();
  /** @type {Animation[]} */
  #moving = [];
  /** @type {Map<string, Row>} */
  #results = new Map();
  /** What was drawn last. */
  /** @type {Row | undefined} */
  #row;

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    const { words } = context;
    const { how } = words.text;
    this.#task = h("select", {}, TASKS.map((id) => h("option", { value: id, selected: id === FIRST_TASK }, taskText(words, id).name)));
    this.#task.addEventListener("change", () => this.draw(this.#results));
    setText(this.#play, how.play);
    this.#play.addEventListener("click", () => this.#move());
    for (const id of WAY) this.#stops.set(id, new Stop(context, id));
    const terms = how.terms.flatMap(([term, meaning]) => [h("dt", {}, term), h("dd", {}, meaning)]);
    this.element = h(
      "section",
      { class: "card how", id: "how", "aria-labelledby": "how-heading" },
      h("h2", { id: "how-heading" }, how.heading),
      h("p", {}, how.lead),
      h("div", { class: "how-tools" }, h("label", {}, how.task, " ", this.#task), this.#play),
      this.#took,
      h("div", { class: "way" }, h("ol", { class: "path" }, [...this.#stops.values()].map(({ element }) => element)), this.#dot),
      h("p", {}, how.interval),
      h("details", {}, h("summary", {}, how.glossary), h("dl", {}, terms)),
    );
  }

  /** @param {Map<string, Row>} results */
  draw(results) {
    this.#results = results;
    const row = results.get(this.#task.value);
    if (row === this.#row) return;
    this.#row = row;
    this.#stop();
    const { words } = this.context;
    const mean = row?.report.latency_ms.mean ?? 0;
    const isKnown = mean > 0;
    this.#play.hidden = this.#took.hidden = !isKnown;
    if (isKnown) {
      const factor = STAYS_MS / mean;
      const pace = factor >= 1 ? words.text.how.slower : words.text.how.faster;
      setText(this.#took, `${fill(words.text.how.took, { time: latencyText(words, mean) })} ${fill(pace, { factor: format(factor >= 1 ? factor : 1 / factor, words.lang) })}`);
    }
    for (const [id, stop] of this.#stops) stop.draw(row?.report.stations.find((station) => station.id === id), mean);
  }

  #stop() {
    for (const animation of this.#moving) animation.cancel();
    this.#moving = [];
  }

  /** The dot stays at each part as long as the operation did, in proportion, and the part's bar fills meanwhile. */
  #move() {
    this.#stop();
    const stops = [...this.#stops.values()].filter(({ element }) => !element.hidden);
    const top = /** @type {HTMLElement} */ (this.#dot.parentElement).getBoundingClientRect().top;
    const total = STAYS_MS + HOP_MS * (stops.length - 1);
    let at = 0;
    /** @type {Keyframe[]} */
    const frames = [];
    for (const stop of stops) {
      const box = stop.element.getBoundingClientRect();
      const transform = `translateY(${box.top - top}px)`;
      const stay = stop.share * STAYS_MS;
      frames.push({ offset: at / total, transform, opacity: 1 }, { offset: Math.min(1, (at + stay) / total), transform, opacity: 1 });
      this.#moving.push(stop.fill(at, stay));
      at += stay + HOP_MS;
    }
    this.#moving.push(this.#dot.animate(frames, { duration: total }));
  }
}

/** One part of the way. */
class Stop {
  #time = h("span", { class: "stay-time" });
  #bar = h("i", { class: "stay" });
  share = 0;

  /** @param {Context} context @param {string} id */
  constructor(context, id) {
    this.context = context;
    this.id = id;
    const { words } = context;
    const steps = /** @type {Record<string, string>} */ (words.text.how.steps);
    const { name, help } = stationText(words, id);
    this.element = h("li", { "data-station": id }, h("div", { class: "stop-head" }, h("b", {}, name), this.#time), h("span", { class: "stay-track", "aria-hidden": "true" }, this.#bar), h("span", { class: "stop-text" }, steps[id] ?? help));
  }

  /** @param {StationReport | undefined} station @param {number} mean of the operation, ms */
  draw(station, mean) {
    const { words } = this.context;
    this.share = station?.time_share ?? 0;
    const isShown = this.share > 0.005;
    this.element.hidden = !isShown && !ALWAYS.includes(this.id);
    // A width is set through the object model, which a strict policy allows; a style attribute it would not.
    this.#bar.style.inlineSize = `${100 * this.share}%`;
    const waiting = Math.round(station?.queue_mean ?? 0);
    const parts = mean > 0 && isShown ? [latencyText(words, mean * this.share), percent(words, this.share)] : [];
    if (waiting > 0 && isShown) parts.push(words.plural(waiting, words.text.how.waiting));
    setText(this.#time, parts.join(" · "));
    setProps(this.element, { "data-idle": isShown ? null : true });
  }

  /** @param {number} delay @param {number} duration */
  fill(delay, duration) {
    return this.#bar.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { delay, duration: Math.max(1, duration), fill: "backwards" });
  }
}
