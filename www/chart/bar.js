// The bars of one task: without the SSD cache, with it, each with its interval, and the limits that bind. Positions
// are percentages, so the chart follows its column without being drawn again.

import { svg, setProps } from "../dom.js";

/** @typedef {import("../types.js").Quantity} Quantity */
/** @typedef {import("./axis.js").Axis} Axis */

const HEIGHT = 46;

export class BarChart {
  #grid = svg("g", { class: "grid" });
  #plain = new Bar("plain");
  #cached = new Bar("cached");
  #link = svg("line", { class: "limit-link", y1: 2, y2: HEIGHT - 2 });
  #binding = svg("path", { class: "limit-binding" });
  #bindingAt = svg("svg", { overflow: "visible", y: 0 }, this.#binding);

  constructor() {
    this.element = svg("svg", { class: "bars", height: HEIGHT, width: "100%", "aria-hidden": "true", focusable: "false" });
    this.element.append(this.#grid, this.#plain.element, this.#cached.element, this.#link, this.#bindingAt);
    setProps(this.#binding, { d: `M0 3v${HEIGHT - 6}` });
  }

  /**
   * @param {Axis} axis
   * @param {{plain: Quantity | null, cached: Quantity | null, link: number | null, binding: number | null}} figures
   */
  draw(axis, { plain, cached, link, binding }) {
    this.#drawGrid(axis);
    const both = plain !== null && cached !== null;
    this.#plain.draw(axis, plain, both ? 8 : 15, both ? 12 : 16);
    this.#cached.draw(axis, cached, both ? 24 : 15, both ? 14 : 16);
    place(this.#link, axis, link);
    setProps(this.#bindingAt, { x: `${binding === null ? 0 : axis.at(binding)}%`, visibility: binding === null ? "hidden" : null });
  }

  /** @param {Axis} axis */
  #drawGrid(axis) {
    while (this.#grid.childElementCount > axis.ticks.length) this.#grid.lastChild?.remove();
    axis.ticks.forEach((tick, index) => {
      const line = this.#grid.children[index] ?? this.#grid.appendChild(svg("line", { y1: 0, y2: HEIGHT }));
      const x = `${axis.at(tick)}%`;
      setProps(line, { x1: x, x2: x });
    });
  }
}

/** One bar and the whisker of its interval. */
class Bar {
  #rect = svg("rect", { x: 0, rx: 2 });
  #whisker = svg("line", { class: "whisker" });
  #caps = [svg("line", { class: "whisker" }), svg("line", { class: "whisker" })];

  /** @param {"plain" | "cached"} kind */
  constructor(kind) {
    this.element = svg("g", { class: `bar ${kind}` }, this.#rect, this.#whisker, ...this.#caps);
  }

  /**
   * @param {Axis} axis
   * @param {Quantity | null} figure
   * @param {number} y
   * @param {number} height
   */
  draw(axis, figure, y, height) {
    setProps(this.element, { visibility: figure ? null : "hidden" });
    if (!figure) return;
    // A bar too short to see is still a bar: half a percent at least.
    setProps(this.#rect, { y, height, width: `${Math.max(0.5, axis.at(figure.value))}%` });
    const middle = y + height / 2;
    const [low, high] = [`${axis.at(figure.low)}%`, `${axis.at(figure.high)}%`];
    setProps(this.#whisker, { x1: low, x2: high, y1: middle, y2: middle });
    [low, high].forEach((x, index) => setProps(this.#caps[index], { x1: x, x2: x, y1: middle - 3, y2: middle + 3 }));
  }
}

/**
 * @param {SVGLineElement} line
 * @param {Axis} axis
 * @param {number | null} value
 */
function place(line, axis, value) {
  const x = value === null ? "0" : `${axis.at(value)}%`;
  setProps(line, { x1: x, x2: x, visibility: value === null ? "hidden" : null });
}
