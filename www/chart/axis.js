// The common axis of all rows: powers of ten, marked, or even. Rates of one suite span three decades, so powers of
// ten are the default; every decade has its line through all rows, which makes the spacing visible.

/** @typedef {import("../types.js").UnitId} UnitId */

/**
 * @typedef {object} Axis
 * @property {number} min
 * @property {number} max
 * @property {number[]} ticks
 * @property {(value: number) => number} at position in percent, kept within 0..100
 */

/** Lower ends: below these nothing on a page about NAS devices happens. */
const LOWEST = { mb_s: 0.1, mib_s: 0.1, gbit_s: 0.001, ops: 10, time: 1 };
/** The axis never ends below this, so it stays put while a slider moves within a decade or two. */
const LEAST_TOP = { mb_s: 1000, mib_s: 1000, gbit_s: 10, ops: 100_000, time: 36_000 };
/** Times are marked where people think in them: 1 s, 10 s, 1 min, 10 min, 1 h, 10 h, 4 and 40 days. */
const TIMES = [1, 10, 60, 600, 3600, 36_000, 345_600, 3_456_000];

/**
 * @param {UnitId} unit
 * @param {"log" | "linear"} scale
 * @param {number} largest
 * @returns {Axis}
 */
export function makeAxis(unit, scale, largest) {
  return scale === "linear" ? linear(largest) : logarithmic(unit, largest);
}

/** @param {UnitId} unit @param {number} largest @returns {Axis} */
function logarithmic(unit, largest) {
  const min = LOWEST[unit];
  const wanted = Math.max(largest, LEAST_TOP[unit]);
  const steps = unit === "time" ? TIMES : decades(min, wanted);
  const max = steps.find((step) => step >= wanted * 0.999) ?? steps[steps.length - 1];
  const span = Math.log(max / min);
  return { min, max, ticks: steps.filter((step) => step <= max), at: (value) => clamp((100 * Math.log(value / min)) / span) };
}

/** @param {number} min @param {number} wanted */
function decades(min, wanted) {
  const result = [];
  for (let power = Math.round(Math.log10(min)); ; power++) {
    const step = power < 0 ? 1 / 10 ** -power : 10 ** power;
    result.push(step);
    if (step >= wanted * 0.999) return result;
  }
}

/** @param {number} largest @returns {Axis} */
function linear(largest) {
  const rough = Math.max(largest, 1e-9) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const max = Math.ceil(largest / step - 1e-9) * step || step;
  const ticks = Array.from({ length: Math.round(max / step) + 1 }, (_, index) => index * step);
  return { min: 0, max, ticks, at: (value) => clamp((100 * value) / max) };
}

/** @param {number} percent */
function clamp(percent) {
  return Number.isNaN(percent) ? 0 : Math.min(100, Math.max(0, percent));
}
