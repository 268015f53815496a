// What the laboratory finds, in words: sizes, numbers, and what is wrong with a file.

import { fill } from "../dom.js";
import { cached, format } from "../number.js";
import { withUnit } from "../wording.js";

/** @typedef {import("../text/index.js").Words} Words */
/** @typedef {import("./text/en.js").CacheText} CacheText */
/** @typedef {import("../nas-forecast-types.js").CacheResults} CacheResults */
/** @typedef {import("../nas-forecast-types.js").BadLine} BadLine */
/** @typedef {import("../error.js").Problem} Problem */

/** What everything on the page is worded with. @typedef {{words: Words, text: CacheText}} Speech */

/** Formats by the names that their makers gave them; they need no translation. */
export const FORMATS = /** @type {const} */ ({
  blkparse: "blkparse",
  "fio-iolog": "fio iolog",
  csv: "CSV",
  "msr-csv": "MSR Cambridge",
  spc: "SPC",
  "oracle-general": "oracleGeneral",
  ids: "ids",
});

/**
 * An amount of data in decimal units, as drives are sold.
 * @param {Speech} speech
 * @param {number} bytes
 */
export function bytesText({ words }, bytes) {
  const [value, unit] = bytes >= 1e12 ? [bytes / 1e12, "TB"] : bytes >= 1e9 ? [bytes / 1e9, "GB"] : [bytes / 1e6, "MB"];
  const digits = /** @type {number} */ (value) >= 100 ? 0 : /** @type {number} */ (value) >= 10 ? 1 : 2;
  return withUnit(words, Number(/** @type {number} */ (value).toFixed(digits)), /** @type {string} */ (unit));
}

/**
 * So many blocks of the trace, or objects.
 * @param {Speech} speech
 * @param {CacheResults} results
 * @param {number} blocks
 */
export function sizeText(speech, { block_bytes }, blocks) {
  if (block_bytes !== null) return bytesText(speech, blocks * block_bytes);
  return `${countText(speech, blocks)}\u00a0${speech.text.chart.objects}`;
}

/** @param {Speech} speech @param {number} count */
export function countText({ words }, count) {
  return cached(words.lang, { maximumFractionDigits: 0 }).format(count);
}

/** @param {Speech} speech @param {number} rate per second */
export function roundText({ words }, rate) {
  return cached(words.lang, { notation: "compact", maximumSignificantDigits: 3 }).format(rate);
}

/** One decimal below ten per cent and above ninety, where it makes a difference. @param {Speech} speech @param {number} share */
export function shareText({ words }, share) {
  const digits = share > 0 && share < 1 && (share < 0.1 || share > 0.9) ? 1 : 0;
  return cached(words.lang, { style: "percent", maximumFractionDigits: digits }).format(share);
}

/** @param {Speech} speech @param {number} value @param {string} unit */
export function figureText({ words }, value, unit) {
  return `${format(value, words.lang)}\u00a0${unit}`;
}

/** @param {Speech} speech @param {BadLine} bad */
export function lineText(speech, bad) {
  const { line } = speech.text;
  const problem = line[/** @type {keyof typeof line} */ (bad.problem)];
  return fill(bad.column > 0 ? line.whereColumn : line.where, { line: countText(speech, bad.line), column: bad.column, problem });
}

/**
 * Why a file is refused: a sentence, and the first bad lines.
 * @param {Speech} speech
 * @param {Problem} problem
 * @returns {{sentence: string, lines: string[]}}
 */
export function problemText(speech, problem) {
  const texts = speech.text.problem;
  const detail = /** @type {Record<string, any>} */ (problem.value ?? {});
  const known = typeof detail.code === "string" && Object.hasOwn(texts, detail.code);
  if (!known) return { sentence: fill(texts.fault, { message: problem.message }), lines: [] };
  const sentence = fill(texts[/** @type {keyof typeof texts} */ (detail.code)], {
    ...detail,
    format: FORMATS[/** @type {keyof typeof FORMATS} */ (detail.format)] ?? "",
    bad: countText(speech, detail.bad_lines),
    lines: countText(speech, detail.lines),
    line: countText(speech, detail.line),
    at: countText(speech, detail.at),
    share: shareText(speech, detail.bad_lines / detail.lines),
  });
  return { sentence, lines: (detail.first ?? []).map((/** @type {BadLine} */ bad) => lineText(speech, bad)) };
}
