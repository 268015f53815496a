// Values and figures in words: what a setting's value is called, what unit it has, what a rate looks like.

import { fill } from "./dom.js";
import { cached, format, formatPercent } from "./number.js";
import NAMES from "./text/names.js";
import { formatDuration, fromMbS } from "./unit.js";

/** @typedef {import("./text/index.js").Words} Words */
/** @typedef {import("./types.js").Knob} Knob */
/** @typedef {import("./types.js").Quantity} Quantity */
/** @typedef {import("./types.js").UnitId} UnitId */
/** @typedef {Record<string, Record<string, any>>} Catalog tables of presets: nas, cpus, drives, ssds, workloads */

/**
 * @param {Words} words
 * @param {unknown} value of an enumerated setting
 */
export function choiceName(words, value) {
  const key = String(value);
  const own = /** @type {Record<string, string>} */ (words.text.choices);
  if (Object.hasOwn(own, key)) return own[key];
  return Object.hasOwn(NAMES, key) ? NAMES[key] : key;
}

/** Units that Intl words itself (French "Mo/s"); the rest is in the catalogues. */
const INTL_UNITS = /** @type {Record<string, [string, string]>} */ ({
  "%": ["percent", ""],
  ms: ["millisecond", ""],
  "µs": ["microsecond", ""],
  s: ["second", ""],
  GB: ["gigabyte", ""],
  TB: ["terabyte", ""],
  MB: ["megabyte", ""],
  "MB/s": ["megabyte", "/s"],
  "Gbit/s": ["gigabit", "/s"],
});

/**
 * A number with its unit, as people read it.
 * @param {Words} words
 * @param {number} value
 * @param {string | null | undefined} unit
 */
export function withUnit(words, value, unit) {
  const digits = { maximumFractionDigits: 2 };
  if (!unit) return cached(words.lang, digits).format(value);
  const known = INTL_UNITS[unit];
  if (known) {
    const options = { ...digits, style: /** @type {const} */ ("unit"), unit: known[0], unitDisplay: /** @type {const} */ ("short") };
    return intlUnit(cached(words.lang, options).format(value), known[1]);
  }
  return `${cached(words.lang, digits).format(value)}\u00a0${unitName(words, unit)}`;
}

/**
 * Intl writes "Gb" for gigabit, which too many read as gigabyte: spelled "Gbit" in every language here.
 * @param {string} text
 * @param {string} suffix
 */
function intlUnit(text, suffix) {
  const clear = text.replace(/Gbit|Gb\b/, "Gbit").replace(/[ \u202f]/, "\u00a0");
  return clear + suffix;
}

/**
 * The bare unit: "MB/s", in French "Mo/s".
 * @param {Words} words
 * @param {string} unit
 */
export function unitName(words, unit) {
  if (Object.hasOwn(INTL_UNITS, unit)) {
    const parts = cached(words.lang, { style: "unit", unit: INTL_UNITS[unit][0], unitDisplay: "short" }).formatToParts(2);
    const name = parts.filter((part) => part.type === "unit" || part.type === "percentSign").map((part) => part.value).join("");
    return intlUnit(name, INTL_UNITS[unit][1]);
  }
  const own = /** @type {Record<string, string>} */ (words.text.unitNames);
  return own[unit] ?? unit;
}

/**
 * @param {Words} words
 * @param {Knob | undefined} knob
 * @param {any} value
 * @param {Catalog} [catalog]
 */
export function valueText(words, knob, value, catalog) {
  const { text } = words;
  if (value === null || value === undefined) return text.knob.automatic;
  if (typeof value === "boolean") return value ? text.knob.yes : text.knob.no;
  if (typeof value === "number") return withUnit(words, value, knob?.unit);
  if (knob?.kind === "preset" && catalog) return presetName(catalog, knob.path, value);
  return typeof value === "object" ? JSON.stringify(value) : choiceName(words, value);
}

/** Which table of the catalogue a preset path draws from. */
const TABLES = /** @type {Record<string, string>} */ ({
  "nas.preset": "nas",
  "nas.cpu.preset": "cpus",
  "drives.preset": "drives",
  "ssd_cache.drives.preset": "ssds",
});

/** @param {Catalog} catalog @param {string} path */
export function presetTable(catalog, path) {
  return catalog[TABLES[path]] ?? {};
}

/** @param {Catalog} catalog @param {string} path @param {string} slug */
export function presetName(catalog, path, slug) {
  return presetTable(catalog, path)[slug]?.name ?? slug;
}

/**
 * A figure in the chosen unit, without the unit's name.
 * @param {Words} words
 * @param {Quantity} figure
 * @param {UnitId} unit
 */
export function figureText(words, figure, unit) {
  if (unit === "time") return formatDuration(figure.value, words.lang);
  return format(figure.value, words.lang, figure.low, figure.high);
}

/**
 * @param {Words} words
 * @param {Quantity} figure
 * @param {UnitId} unit
 */
export function rangeText(words, figure, unit) {
  const bound = (/** @type {number} */ value) => (unit === "time" ? formatDuration(value, words.lang) : format(value, words.lang));
  return fill(words.text.results.rangeOf, { low: bound(figure.low), high: bound(figure.high) });
}

/**
 * A rate with its unit in the reader's unit of data; operations and times are not rates and give MB/s.
 * @param {Words} words
 * @param {number | Quantity} rate MB/s, with its interval where it has one
 * @param {UnitId} unit
 */
export function rateText(words, rate, unit) {
  const shown = unit === "mib_s" || unit === "gbit_s" ? unit : "mb_s";
  const { value, low, high } = typeof rate === "number" ? { value: rate, low: undefined, high: undefined } : rate;
  const convert = (/** @type {number | undefined} */ each) => (each === undefined ? undefined : fromMbS(each, shown, 1));
  return `${format(fromMbS(value, shown, 1), words.lang, convert(low), convert(high))}\u00a0${columnUnit(words, shown, 1)}`;
}

/**
 * What stands over a column of figures.
 * @param {Words} words
 * @param {UnitId} unit
 * @param {number} gb
 */
export function columnUnit(words, unit, gb) {
  if (unit === "time") return fill(words.text.results.timeFor, { amount: withUnit(words, gb, "GB") });
  if (unit === "ops") return words.text.results.perSecond;
  return unit === "gbit_s" ? "Gbit/s" : unitName(words, unit === "mib_s" ? "MiB/s" : "MB/s");
}

/** @param {Words} words @param {number} ratio */
export function percent(words, ratio) {
  return formatPercent(ratio, words.lang);
}

/**
 * What a station is called.
 * @param {Words} words
 * @param {string} id
 * @returns {{name: string, by: string, help: string}}
 */
export function stationText(words, id) {
  const known = /** @type {Record<string, {name: string, by: string, help: string}>} */ (words.text.stations);
  return known[id] ?? { name: id, by: id, help: "" };
}

/**
 * Milliseconds, or seconds and microseconds where those read better.
 * @param {Words} words
 * @param {number} ms
 */
export function latencyText(words, ms) {
  const [value, unit] = ms >= 1000 ? [ms / 1000, "s"] : ms < 0.1 ? [ms * 1000, "µs"] : [ms, "ms"];
  return `${format(/** @type {number} */ (value), words.lang)}\u00a0${unit}`;
}

/**
 * "Network: port of the NAS", with the colon as the language writes it.
 * @param {Words} words
 * @param {string} label
 * @param {string} text
 */
export function labelled(words, label, text) {
  return fill(words.text.page.labelled, { label, text });
}
