// The bar of an upgrade: how much faster, from no difference outwards, with its interval. A list shares one axis, on
// which twice as fast and half as fast are the same distance apart.

import { svg } from "../dom.js";

/** @typedef {import("../nas-forecast-types.js").RatedUpgrade} Rated */
/** @typedef {(speedUp: number) => number} GainAxis per cent of the width */

/** The axis spans at least this much, so that a list of small gains looks like one. */
const LEAST = 1.2;
const HEIGHT = 22;

/**
 * @param {Rated[]} upgrades
 * @returns {GainAxis}
 */
export function gainAxis(upgrades) {
  const most = Math.max(LEAST, ...upgrades.map(({ speed_up }) => speed_up.high));
  const least = Math.min(1, ...upgrades.map(({ speed_up }) => speed_up.low));
  const [from, to] = [Math.log(least), Math.log(most)];
  return (speedUp) => ((Math.log(speedUp) - from) / (to - from)) * 100;
}

export class GainChart {
  /**
   * @param {GainAxis} axis
   * @param {Rated} rated
   */
  constructor(axis, { speed_up: { value, low, high }, worth }) {
    const [zero, end] = [axis(1), axis(value)];
    const middle = HEIGHT / 2;
    const cap = (/** @type {number} */ x) => svg("line", { class: "whisker", x1: `${x}%`, x2: `${x}%`, y1: middle - 3, y2: middle + 3 });
    this.element = svg(
      "svg",
      { class: `gain-bar ${worth}`, width: "100%", height: HEIGHT, "aria-hidden": "true", focusable: "false" },
      svg("rect", { x: `${Math.min(zero, end)}%`, width: `${Math.abs(end - zero)}%`, y: middle - 5, height: 10, rx: 2 }),
      svg("line", { class: "whisker", x1: `${axis(low)}%`, x2: `${axis(high)}%`, y1: middle, y2: middle }),
      cap(axis(low)),
      cap(axis(high)),
      svg("line", { class: "zero", x1: `${zero}%`, x2: `${zero}%`, y1: 0, y2: HEIGHT }),
    );
  }
}
