// The course of a run: throughput as a line, the hit ratio of the SSD cache as a dashed one on its own scale of
// 0..100 %. Warming caches, used-up SLC and full memory show as bends.

import { h, setProps, setText, svg } from "../dom.js";
import { formatDuration } from "../unit.js";
import { percent, rateText } from "../wording.js";

/** @typedef {import("../types.js").Report} Report */
/** @typedef {import("../types.js").UnitId} UnitId */

const WIDTH = 400;
const HEIGHT = 96;

export class Timeline {
  #rate = svg("path", { class: "line rate" });
  #hits = svg("path", { class: "line hits" });
  #dirty = svg("path", { class: "line dirty" });
  #top = h("span");
  #end = h("span");
  #keys = h("ul", { class: "legend" });

  /** @param {import("../text/index.js").Words} words */
  constructor(words) {
    this.words = words;
    const chart = svg("svg", { class: "timeline", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", width: "100%", height: HEIGHT, "aria-hidden": "true", focusable: "false" });
    chart.append(svg("path", { class: "frame", d: `M0 0V${HEIGHT}H${WIDTH}` }), this.#dirty, this.#hits, this.#rate);
    this.element = h("div", { class: "timeline-chart" }, h("div", { class: "timeline-top", "aria-hidden": "true" }, this.#top), chart, h("div", { class: "timeline-end", "aria-hidden": "true" }, h("span", {}, "0"), this.#end), this.#keys);
  }

  /** @param {Report} report @param {UnitId} unit */
  draw(report, unit) {
    const points = report.timeline;
    const end = points.length ? points[points.length - 1].t_s : 0;
    const top = Math.max(...points.map((point) => point.throughput_mb_s), 1e-9) * 1.05;
    const mostDirty = Math.max(...points.map((point) => point.dirty_mib), 1);
    const x = (/** @type {number} */ t) => (end > 0 ? (t / end) * WIDTH : 0);
    setProps(this.#rate, { d: line(points, (p) => x(p.t_s), (p) => p.throughput_mb_s / top) });
    const caches = report.cache.ssd_hit_percent !== null;
    setProps(this.#hits, { d: caches ? line(points, (p) => x(p.t_s), (p) => p.ssd_hit_percent / 100) : "" });
    const writes = points.some((point) => point.dirty_mib > 0);
    setProps(this.#dirty, { d: writes ? line(points, (p) => x(p.t_s), (p) => (p.dirty_mib / mostDirty) * 0.95) : "" });
    setText(this.#top, rateText(this.words, top / 1.05, unit));
    setText(this.#end, formatDuration(end, this.words.lang));
    this.#drawKeys(caches, writes, mostDirty);
  }

  /** @param {boolean} caches @param {boolean} writes @param {number} mostDirty */
  #drawKeys(caches, writes, mostDirty) {
    const { detail } = this.words.text;
    const key = (/** @type {string} */ kind, /** @type {string} */ text) => h("li", { class: `key ${kind}` }, h("i"), text);
    const dirty = `${detail.dirty} (≤ ${Math.round(mostDirty)} MiB)`;
    this.#keys.replaceChildren(...[key("rate", detail.throughput), caches && key("hits", `${detail.ssdHits} (0–${percent(this.words, 1)})`), writes && key("dirty", dirty)].filter((item) => item !== false));
  }
}

/**
 * @template P
 * @param {P[]} points
 * @param {(point: P) => number} x
 * @param {(point: P) => number} height 0..1
 */
function line(points, x, height) {
  return points.map((point, index) => `${index ? "L" : "M"}${x(point).toFixed(1)} ${(HEIGHT * (1 - height(point))).toFixed(1)}`).join("");
}
