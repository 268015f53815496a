// From a report's figures to what the reader wants to see them as. Only units change here; nothing is forecast.

import { cached } from "./number.js";

/** @typedef {import("./types.js").Report} Report */
/** @typedef {import("./types.js").Quantity} Quantity */
/** @typedef {import("./types.js").UnitId} UnitId */

const MB_PER_MIB = 1.048576;
const BITS_PER_BYTE = 8;
const MB_PER_GB = 1000;

/** @type {UnitId[]} */
export const UNITS = ["mb_s", "mib_s", "gbit_s", "ops", "time"];

/**
 * @param {Report} report
 * @param {UnitId} unit
 * @param {number} gb
 * @returns {Quantity | null} null where the unit makes no sense for this task
 */
export function measure(report, unit, gb) {
  if (unit === "ops") return report.iops ?? report.files_per_s;
  const rate = report.throughput_mb_s;
  return rate ? { value: fromMbS(rate.value, unit, gb), ...bounds(fromMbS(rate.low, unit, gb), fromMbS(rate.high, unit, gb)) } : null;
}

/**
 * A time turns the order of the bounds round.
 * @param {number} a
 * @param {number} b
 */
function bounds(a, b) {
  return { low: Math.min(a, b), high: Math.max(a, b) };
}

/**
 * @param {number} rate MB/s
 * @param {UnitId} unit
 * @param {number} gb
 */
export function fromMbS(rate, unit, gb) {
  if (unit === "mib_s") return rate / MB_PER_MIB;
  if (unit === "gbit_s") return (rate * BITS_PER_BYTE) / MB_PER_GB;
  if (unit === "time") return (gb * MB_PER_GB) / rate;
  return rate;
}

/**
 * The limit of a station in the same unit; null where it cannot be told (operations).
 * @param {number | null | undefined} limitMbS
 * @param {Report} report
 * @param {UnitId} unit
 * @param {number} gb
 */
export function measureLimit(limitMbS, report, unit, gb) {
  if (!limitMbS || limitMbS <= 0) return null;
  if (unit !== "ops") return fromMbS(limitMbS, unit, gb);
  const operations = report.iops ?? report.files_per_s;
  const rate = report.throughput_mb_s;
  return operations && rate && rate.value > 0 ? (limitMbS * operations.value) / rate.value : null;
}

/** Seconds in a day, an hour, a minute. */
const SPANS = /** @type {const} */ ([
  [86_400, "d"],
  [3600, "h"],
  [60, "min"],
  [1, "s"],
]);

/**
 * A duration in at most two units, with the signs that are alike in all our languages but for the day: "7 min 4 s", "2 h 10 min".
 * @param {number} seconds
 * @param {string} lang
 */
export function formatDuration(seconds, lang) {
  if (!Number.isFinite(seconds)) return "–";
  if (seconds < 10) return part(Number(seconds.toPrecision(2)), "s", lang);
  const whole = seconds < 3600 ? Math.round(seconds) : Math.round(seconds / 60) * 60;
  const first = SPANS.findIndex(([span]) => whole >= span);
  const [span, name] = SPANS[first];
  const next = SPANS[first + 1];
  const count = Math.floor(whole / span);
  const rest = next ? Math.round((whole - count * span) / next[0]) : 0;
  // From ten of a unit on, the next smaller one says nothing a forecast knows.
  return next && rest > 0 && count < 10 ? `${part(count, name, lang)} ${part(rest, next[1], lang)}` : part(Math.round(whole / span), name, lang);
}

/**
 * @param {number} value
 * @param {string} unit
 * @param {string} lang
 */
function part(value, unit, lang) {
  return `${cached(lang, {}).format(value)}\u00a0${unit === "d" && lang === "fr" ? "j" : unit}`;
}
