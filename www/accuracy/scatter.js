// Forecast against measurement on axes of powers of ten: the line of exactness, a band of 25 % and the factor of two
// around it, a mark a figure with its 80 % range. Pointing at a mark says what it stands for; the table below the chart
// says the same to everybody else.

import { fill, h, setProps, setText, svg } from "../dom.js";
import { cached } from "../number.js";
import { counts } from "./data.js";
import { measuredText, errorText, figure, safeAddress } from "./figures.js";
import { markProps } from "./marks.js";

/** @typedef {import("./figures.js").Speech} Speech */
/** @typedef {import("./data.js").Data} Data */
/** @typedef {import("./data.js").Value} Value */
/** @typedef {{metric: string, method: "own" | "classic", source: string | null}} Choice */
/** @typedef {{value: Value, x: number, y: number}} Placed */

const MARGIN = { left: 58, right: 24, top: 12, bottom: 44 };
/** The chart is square and no larger than a look takes in at once. */
const MOST_PX = 680;
/** How near one has to point, px. */
const REACH_PX = 22;
/** Room that a label on an axis takes, px. */
const LABEL_PX = 46;

export class Scatter {
  #svg = svg("svg", { class: "scatter", role: "img" });
  #marks = svg("g");
  #ring = svg("circle", { class: "ring", r: 9, visibility: "hidden" });
  #detail = h("div", { class: "mark-detail" });
  /** @type {Placed[]} */
  #placed = [];
  #size = 0;
  /** @type {Choice} */
  #choice = { metric: "all", method: "own", source: null };

  /**
   * @param {Speech} speech
   * @param {Data} data
   * @param {Map<string, number>} sources index of each source's mark
   */
  constructor(speech, data, sources) {
    this.speech = speech;
    this.data = data;
    this.sources = sources;
    this.element = h("div", { class: "scatter-chart" }, this.#svg, this.#detail);
    this.#svg.addEventListener("pointermove", (event) => this.#point(event));
    this.#svg.addEventListener("pointerdown", (event) => this.#point(event));
    new ResizeObserver(() => this.#resize()).observe(this.element);
    this.#say(null);
  }

  /** @param {Choice} choice */
  draw(choice) {
    this.#choice = choice;
    this.#redraw();
    this.#say(null);
  }

  #resize() {
    const size = Math.min(MOST_PX, Math.floor(this.element.clientWidth));
    if (size === this.#size || size <= 0) return;
    this.#size = size;
    this.#redraw();
  }

  /** @param {Value} value */
  #forecast(value) {
    return this.#choice.method === "own" ? value.predicted : (value.classic ?? null);
  }

  #redraw() {
    const size = this.#size;
    if (size === 0) return;
    const { metric } = this.#choice;
    const shown = this.data.values.filter((value) => (metric === "all" || value.metric === metric) && (this.#forecast(value) ?? 0) > 0);
    const [min, max] = decades(shown.flatMap((value) => [value.measured, /** @type {number} */ (this.#forecast(value))]));
    const span = Math.log(max / min);
    const along = size - MARGIN.left - MARGIN.right;
    const x = (/** @type {number} */ value) => MARGIN.left + (along * Math.log(value / min)) / span;
    const y = (/** @type {number} */ value) => size - MARGIN.bottom - ((size - MARGIN.top - MARGIN.bottom) * Math.log(value / min)) / span;
    setProps(this.#svg, { width: size, height: size, viewBox: `0 0 ${size} ${size}` });
    this.#placed = shown.map((value) => ({ value, x: x(value.measured), y: y(/** @type {number} */ (this.#forecast(value))) }));
    this.#marks.replaceChildren(...this.#placed.map((placed) => this.#mark(placed, y)));
    const clip = svg("clipPath", { id: "plot" }, svg("rect", { x: MARGIN.left, y: MARGIN.top, width: along, height: size - MARGIN.top - MARGIN.bottom }));
    this.#svg.replaceChildren(clip, ...this.#frame(min, max, x, y), this.#marks, this.#ring);
    this.#name(shown);
  }

  /**
   * Grid, band, lines and the words on the axes.
   * @param {number} min @param {number} max
   * @param {(value: number) => number} x @param {(value: number) => number} y
   */
  #frame(min, max, x, y) {
    const { chart } = this.speech.text;
    const size = this.#size;
    const number = (/** @type {number} */ value) => cached(this.speech.words.lang, { notation: value >= 10_000 ? "compact" : "standard", maximumSignificantDigits: 3 }).format(value);
    const apart = x(min * 10) - x(min);
    const every = apart < LABEL_PX ? Math.ceil(LABEL_PX / apart) : 1;
    let decade = 0;
    /** @type {Element[]} */
    const parts = [];
    for (let tick = min; tick <= max * 1.001; tick *= 10) {
      parts.push(svg("path", { class: "grid", d: `M${x(tick)} ${y(min)}V${y(max)}M${x(min)} ${y(tick)}H${x(max)}` }));
      if (decade++ % every !== 0) continue;
      parts.push(svg("text", { class: "tick", x: x(tick), y: y(min) + 18, "text-anchor": "middle" }, number(tick)));
      parts.push(svg("text", { class: "tick", x: x(min) - 8, y: y(tick) + 4, "text-anchor": "end" }, number(tick)));
    }
    const line = (/** @type {number} */ factor) => `M${x(min)} ${y(min * factor)}L${x(max)} ${y(max * factor)}`;
    const band = `M${x(min)} ${y(min * 1.25)}L${x(max)} ${y(max * 1.25)}V${y(max / 1.25)}L${x(min)} ${y(min / 1.25)}Z`;
    const clipped = svg("g", { "clip-path": "url(#plot)" }, svg("path", { class: "band", d: band }), svg("path", { class: "double", d: line(2) + line(0.5) }), svg("path", { class: "exact", d: line(1) }));
    parts.unshift(clipped);
    parts.push(svg("text", { class: "axis-name", x: x(max), y: size - 8, "text-anchor": "end" }, chart.measured));
    parts.push(svg("text", { class: "axis-name", x: MARGIN.left + 8, y: MARGIN.top + 14 }, chart.forecast));
    return parts;
  }

  /** @param {Placed} placed @param {(value: number) => number} y */
  #mark({ value, x, y: at }, y) {
    const index = this.sources.get(value.source_key) ?? 0;
    const away = this.#choice.source !== null && this.#choice.source !== value.source_key;
    const range = this.#choice.method === "own" && value.low !== null && value.high !== null && value.low > 0;
    return svg(
      "g",
      { class: away ? "away" : counts(value) ? null : "pale" },
      range && svg("path", { class: "range", d: `M${x.toFixed(1)} ${y(/** @type {number} */ (value.low)).toFixed(1)}V${y(/** @type {number} */ (value.high)).toFixed(1)}` }),
      svg("path", { ...markProps(index), transform: `translate(${x.toFixed(1)} ${at.toFixed(1)})` }),
    );
  }

  /** @param {Value[]} shown */
  #name(shown) {
    const error = (/** @type {Value} */ value) => (this.#choice.method === "own" ? value.error_percent : value.classic_error_percent) ?? Infinity;
    const within = shown.filter((value) => error(value) <= 25).length;
    setProps(this.#svg, { "aria-label": fill(this.speech.text.chart.name, { count: shown.length, within }) });
  }

  /** @param {PointerEvent} event */
  #point(event) {
    const box = this.#svg.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const { source } = this.#choice;
    let nearest = null;
    let least = REACH_PX;
    for (const placed of this.#placed) {
      const distance = Math.hypot(placed.x - x, placed.y - y);
      if (distance < least && (source === null || placed.value.source_key === source)) [nearest, least] = [placed, distance];
    }
    if (nearest) this.#say(nearest);
  }

  /** @param {Placed | null} placed */
  #say(placed) {
    const { speech } = this;
    const { chart, detail } = speech.text;
    if (!placed) {
      setProps(this.#ring, { visibility: "hidden" });
      this.#detail.replaceChildren(h("p", { class: "soft" }, chart.pick));
      return;
    }
    setProps(this.#ring, { visibility: "visible", cx: placed.x, cy: placed.y });
    const { value } = placed;
    const forecast = /** @type {number} */ (this.#forecast(value));
    const own = this.#choice.method === "own";
    const error = own ? value.error_percent : value.classic_error_percent;
    const off = !error ? detail.exact : fill(forecast > value.measured ? detail.high : detail.low, { error: errorText(speech, error) });
    const range = own && value.low !== null && value.high !== null ? fill(detail.range, { low: figure(speech, value.metric, value.low), high: figure(speech, value.metric, value.high) }) : null;
    const station = own ? fill(detail.limit, { station: stationName(speech, value.bottleneck) }) : null;
    const figures = h("p", {});
    setText(figures, fill(detail.figures, { case: value.case, measured: measuredText(speech, value), forecast: figure(speech, value.metric, forecast) }));
    this.#detail.replaceChildren(figures, h("p", { class: "soft" }, [off, range, station].filter(Boolean).join(" · ")), h("p", {}, sourceLink(this.data, value.source_key)));
  }
}

/**
 * The powers of ten around all figures.
 * @param {number[]} figures
 * @returns {[number, number]}
 */
function decades(figures) {
  if (figures.length === 0) return [1, 1000];
  const low = Math.floor(Math.log10(Math.min(...figures)));
  const high = Math.ceil(Math.log10(Math.max(...figures)));
  return [10 ** low, 10 ** Math.max(high, low + 1)];
}

/** @param {Speech} speech @param {string} id */
export function stationName({ words }, id) {
  const stations = /** @type {Record<string, {name: string}>} */ (words.text.stations);
  return stations[id]?.name ?? id;
}

/** @param {Data} data @param {string} key */
export function sourceLink(data, key) {
  const source = data.sources[key];
  const title = source ? source.title + (source.year ? ` (${source.year})` : "") : key;
  const address = source && safeAddress(source);
  return address ? h("a", { href: address, rel: "noopener" }, title) : h("span", {}, title);
}
