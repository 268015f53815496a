// Settings and what is wrong or unwise about them, in words.

import { fill } from "../dom.js";
import { choiceName, valueText, withUnit } from "../wording.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../types.js").Problem} Problem */

/**
 * @param {import("../text/index.js").Words} words
 * @param {string} path
 * @returns {{label: string, help: string, why?: string}}
 */
export function knobText(words, path) {
  const known = /** @type {Record<string, {label: string, help: string, why?: string}>} */ (words.text.knobs);
  return known[path] ?? { label: path, help: "" };
}

/** @param {Context} context @param {Problem} problem */
export function problemText({ words, knobs, catalog }, problem) {
  const codes = /** @type {Record<string, string>} */ (words.text.problems.codes);
  const { path, code, value } = problem;
  const allowed = allowedOf(problem);
  const template = code ? codes[code] : undefined;
  if (!template) return path ? `${path}: ${problem.message}` : problem.message;
  const knob = knobs.get(path);
  const show = (/** @type {any} */ each) => valueText(words, knob, each, catalog);
  return fill(template, {
    label: knobText(words, path).label,
    value: value === null || value === undefined ? "" : show(value),
    min: allowed.min === undefined ? "" : show(allowed.min),
    max: allowed.max === undefined ? "" : show(allowed.max),
    length: allowed.max_length ?? "",
    allowed: Array.isArray(allowed.one_of) ? words.lists.format(allowed.one_of.slice(0, 20).map(show)) : "",
  });
}

/**
 * What is allowed, in one of its shapes: a range, a list, a length, a least number.
 * @param {Problem} problem
 * @returns {{min?: number, max?: number, max_length?: number, one_of?: any[]}}
 */
export function allowedOf({ allowed }) {
  return typeof allowed === "object" && allowed !== null ? allowed : {};
}

/**
 * @param {import("../text/index.js").Words} words
 * @param {import("../types.js").Report["warnings"][number]} warning
 */
export function warningText(words, warning) {
  const known = /** @type {Record<string, string>} */ (words.text.warnings);
  const args = Object.entries(warning.args ?? {}).map(([name, value]) => [name, typeof value === "number" ? withUnit(words, value, null) : choiceName(words, value)]);
  return fill(known[warning.code] ?? warning.code, Object.fromEntries(args));
}
