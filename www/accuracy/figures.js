// A measured or forecast figure as people read it, in the unit of its metric.

import { fill } from "../dom.js";
import { format, formatPercent } from "../number.js";
import { formatDuration } from "../unit.js";
import { unitName } from "../wording.js";

/** @typedef {import("../text/index.js").Words} Words */
/** @typedef {import("./text/en.js").AccuracyText} AccuracyText */
/** @typedef {import("./data.js").Value} Value */
/** @typedef {import("./data.js").Metric} Metric */

/** What everything on the page is worded with. */
/** @typedef {{words: Words, text: AccuracyText}} Speech */

/** Beyond this, an error in per cent says less than "very". */
const MOST_PERCENT = 9999;

/** @param {Speech} speech @param {Metric} metric */
export function metricUnit({ words, text }, metric) {
  if (metric === "throughput_mb_s") return unitName(words, "MB/s");
  if (metric.startsWith("latency_")) return unitName(words, "ms");
  if (metric === "duration_s") return unitName(words, "s");
  if (metric === "rebuild_h") return "h";
  if (metric === "hit_percent") return "%";
  return text.units[/** @type {keyof typeof text.units} */ (metric)] ?? "";
}

/**
 * @param {Speech} speech
 * @param {Metric} metric
 * @param {number | null} value
 */
export function figure(speech, metric, value) {
  if (value === null || !Number.isFinite(value)) return "–";
  const { lang } = speech.words;
  if (metric === "duration_s") return formatDuration(value, lang);
  if (metric === "rebuild_h") return formatDuration(value * 3600, lang);
  const unit = metricUnit(speech, metric);
  return `${format(value, lang)}${unit.startsWith("-") ? "" : "\u00a0"}${unit}`;
}

/** What was measured: a value or its bounds. @param {Speech} speech @param {Value} value */
export function measuredText(speech, value) {
  const { detail } = speech.text;
  const shown = (/** @type {number} */ bound) => figure(speech, value.metric, bound);
  const { lower, upper } = value;
  if (lower !== undefined && upper !== undefined) return fill(detail.between, { low: shown(lower), high: shown(upper) });
  if (lower !== undefined) return fill(detail.atLeast, { value: shown(lower) });
  if (upper !== undefined) return fill(detail.atMost, { value: shown(upper) });
  return shown(value.measured);
}

/** @param {Speech} speech @param {number | null | undefined} percent */
export function errorText({ words }, percent) {
  if (percent === null || percent === undefined) return "–";
  if (percent > MOST_PERCENT) return `>\u00a0${formatPercent(MOST_PERCENT / 100, words.lang)}`;
  return formatPercent(percent / 100, words.lang);
}

/** A source's address, if it is one that a link may lead to. @param {{url: string}} source */
export function safeAddress({ url }) {
  return /^https?:\/\//.test(url) ? url : null;
}
