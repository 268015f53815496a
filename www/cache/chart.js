// Lines over one axis: miss ratios over sizes on powers of ten, or a course over time. Each line has a colour and a dash
// of its own; pointing at the chart tells what all of them are there.

import { h, setProps, setText, svg } from "../dom.js";

/**
 * @typedef {object} Series
 * @property {string} name
 * @property {[number, number][]} points x, and height 0..1
 * @property {boolean} [filled]
 *
 * @typedef {object} Plot
 * @property {Series[]} series
 * @property {boolean} logarithmic
 * @property {(x: number) => string} xText
 * @property {string} xName
 * @property {string} yName
 * @property {(height: number) => string} yText
 * @property {{x: number, text: string} | null} mark
 * @property {string} name what the picture shows, for those who can't see it
 * @property {((index: number) => string) | null} say what to tell of the nearest point of the first series
 */

const MARGIN = { left: 56, right: 18, top: 26, bottom: 46 };
const HEIGHT = 360;
/** Room that a label on the axis takes, px. */
const LABEL_PX = 84;

export class LineChart {
  #svg = svg("svg", { class: "lines", role: "img" });
  #cursor = svg("path", { class: "cursor" });
  #said = h("p", { class: "said soft" });
  #width = 0;
  /** @type {Plot | null} */
  #plot = null;
  #invitation;

  /** @param {string} invitation what stands where a point's figures will be */
  constructor(invitation = "") {
    this.#invitation = invitation;
    this.element = h("div", { class: "line-chart" }, this.#svg, this.#said);
    this.#svg.addEventListener("pointermove", (event) => this.#point(event));
    this.#svg.addEventListener("pointerdown", (event) => this.#point(event));
    this.#svg.addEventListener("pointerleave", () => this.#leave());
    new ResizeObserver(() => this.#resize()).observe(this.element);
  }

  /** The picture as it stands. */
  get picture() {
    return this.#svg;
  }

  /** @param {Plot} plot */
  draw(plot) {
    this.#plot = plot;
    this.#redraw();
    this.#leave();
  }

  #resize() {
    const width = Math.floor(this.element.clientWidth);
    if (width === this.#width || width <= 0) return;
    this.#width = width;
    this.#redraw();
  }

  #range() {
    const xs = (this.#plot?.series ?? []).flatMap(({ points }) => points.map(([x]) => x));
    return xs.length ? [Math.min(...xs), Math.max(...xs)] : [0, 1];
  }

  /** @param {number} value */
  #x(value) {
    const [low, high] = this.#range();
    const along = this.#width - MARGIN.left - MARGIN.right;
    if (high <= low) return MARGIN.left;
    const share = this.#plot?.logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
    return MARGIN.left + along * Math.min(1, Math.max(0, share));
  }

  /** @param {number} height */
  #y(height) {
    return HEIGHT - MARGIN.bottom - (HEIGHT - MARGIN.top - MARGIN.bottom) * height;
  }

  #redraw() {
    const plot = this.#plot;
    if (!plot || this.#width === 0) return;
    setProps(this.#svg, { width: this.#width, height: HEIGHT, viewBox: `0 0 ${this.#width} ${HEIGHT}`, "aria-label": plot.name });
    this.#svg.replaceChildren(...this.#frame(plot), ...plot.series.flatMap((series, index) => this.#line(series, index)), ...this.#mark(plot), this.#cursor);
  }

  /** @param {Plot} plot */
  #frame(plot) {
    const [left, right] = [MARGIN.left, this.#width - MARGIN.right];
    const parts = [0, 0.25, 0.5, 0.75, 1].flatMap((height) => [
      svg("path", { class: "grid", d: `M${left} ${this.#y(height)}H${right}` }),
      svg("text", { class: "tick", x: left - 8, y: this.#y(height) + 4, "text-anchor": "end" }, plot.yText(height)),
    ]);
    for (const tick of this.#ticks(plot)) {
      const x = this.#x(tick);
      const anchor = x > right - LABEL_PX / 2 ? "end" : x < left + 12 ? "start" : "middle";
      parts.push(svg("path", { class: "grid", d: `M${x} ${this.#y(0)}V${this.#y(1)}` }));
      parts.push(svg("text", { class: "tick", x, y: this.#y(0) + 18, "text-anchor": anchor }, plot.xText(tick)));
    }
    parts.push(svg("text", { class: "axis-name", x: right, y: HEIGHT - 6, "text-anchor": "end" }, plot.xName));
    parts.push(svg("text", { class: "axis-name", x: 2, y: 14 }, plot.yName));
    return parts;
  }

  /** @param {Plot} plot */
  #ticks({ logarithmic }) {
    const [low, high] = this.#range();
    const most = Math.max(2, Math.floor((this.#width - MARGIN.left - MARGIN.right) / LABEL_PX));
    if (high <= low) return [low];
    if (!logarithmic) return Array.from({ length: most + 1 }, (_, index) => low + ((high - low) * index) / most);
    // Round figures, as many as there is room for.
    for (const steps of [[1, 2, 5], [1, 3], [1]]) {
      const round = [];
      for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) round.push(...steps.map((step) => step * 10 ** power));
      const inside = round.filter((tick) => tick >= low && tick <= high);
      if (inside.length <= most + 1 && inside.length > 0) return inside;
    }
    return [low, high];
  }

  /** @param {Series} series @param {number} index */
  #line({ points, filled, name }, index) {
    const d = points.map(([x, height], at) => `${at ? "L" : "M"}${this.#x(x).toFixed(1)} ${this.#y(height).toFixed(1)}`).join("");
    const line = svg("path", { class: `series series-${index % 6} dash-${index % 5}`, d }, svg("title", {}, name));
    if (!filled || points.length === 0) return [line];
    const [first, last] = [points[0][0], points[points.length - 1][0]];
    return [svg("path", { class: `area series-${index % 6}`, d: `${d}L${this.#x(last).toFixed(1)} ${this.#y(0)}L${this.#x(first).toFixed(1)} ${this.#y(0)}Z` }), line];
  }

  /** @param {Plot} plot */
  #mark({ mark }) {
    if (!mark) return [];
    const x = this.#x(mark.x);
    const right = x > this.#width - MARGIN.right - 130;
    return [svg("path", { class: "limit", d: `M${x} ${this.#y(0)}V${this.#y(1)}` }), svg("text", { class: "limit-name", x: x + (right ? -6 : 6), y: this.#y(1) + 14, "text-anchor": right ? "end" : "start" }, mark.text)];
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const plot = this.#plot;
    if (!plot?.say || plot.series.length === 0) return;
    const at = event.clientX - this.#svg.getBoundingClientRect().left;
    const { points } = plot.series[0];
    let nearest = 0;
    points.forEach(([x], index) => {
      if (Math.abs(this.#x(x) - at) < Math.abs(this.#x(points[nearest][0]) - at)) nearest = index;
    });
    const x = this.#x(points[nearest][0]);
    setProps(this.#cursor, { d: `M${x} ${this.#y(0)}V${this.#y(1)}` });
    setText(this.#said, plot.say(nearest));
  }

  #leave() {
    setProps(this.#cursor, { d: null });
    setText(this.#said, this.#invitation);
  }
}

/** @param {string[]} names */
export function legend(names) {
  return h("ul", { class: "legend" }, names.map((name, index) => h("li", { class: "key" }, svg("svg", { class: "sample", width: 34, height: 10, "aria-hidden": "true" }, svg("path", { class: `series series-${index % 6} dash-${index % 5}`, d: "M1 5H33" })), name)));
}
