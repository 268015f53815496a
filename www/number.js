// Numbers in and out: what people type in four languages, and how many digits a forecast deserves.

/** @typedef {{value: number} | {ambiguous: [number, number]} | {invalid: true}} Typed */

/** Spaces of all widths and apostrophes that some languages put between thousands. */
const GROUPING = /[\s\u00a0\u2009\u202f'’]/g;

/**
 * Reads a number with either decimal sign, whatever the language of the page. One sign followed by exactly three
 * digits ("1.000") means a thousand to some and one to others: it is handed back as a question, never guessed.
 * @param {string} text
 * @returns {Typed}
 */
export function parseNumber(text) {
  const plain = text.trim().replace(GROUPING, "");
  if (!/^[+-]?(\d[\d.,]*|[.,]\d+)$/.test(plain)) return { invalid: true };
  const signs = plain.match(/[.,]/g) ?? [];
  if (signs.length === 0) return { value: Number(plain) };
  if (signs.length === 1) {
    const [whole, part] = plain.split(/[.,]/);
    if (part === "") return { value: Number(whole) };
    const value = Number(`${whole}.${part}`);
    const thousands = part.length === 3 && /^[+-]?[1-9]\d{0,2}$/.test(whole);
    return thousands ? { ambiguous: [Number(whole + part), value] } : { value };
  }
  return several(plain, signs);
}

/**
 * Several signs: all of one kind group thousands; of two kinds the last one is the decimal sign.
 * @param {string} plain
 * @param {string[]} signs
 * @returns {Typed}
 */
function several(plain, signs) {
  const last = signs[signs.length - 1];
  const decimal = signs.filter((sign) => sign === last).length === 1 ? last : "";
  const [whole, part = ""] = decimal ? plain.split(decimal) : [plain];
  if (!/^[+-]?\d{1,3}([.,]\d{3})+$/.test(whole)) return { invalid: true };
  return { value: Number(`${whole.replace(/[.,]/g, "")}.${part || "0"}`) };
}

/**
 * A number as it stands in a box: in the language's decimal sign, ungrouped, and never with exactly three decimals,
 * so that parseNumber reads it back without a question.
 * @param {number} value
 * @param {string} lang
 */
export function boxText(value, lang) {
  const decimals = String(value).split(".")[1]?.length ?? 0;
  const digits = decimals === 3 ? 4 : decimals;
  return cached(lang, { useGrouping: false, minimumFractionDigits: digits, maximumFractionDigits: Math.max(digits, 6) }).format(value);
}

/**
 * How many decimals a figure may show (negative: rounded to tens, hundreds): three significant digits at most, fewer
 * where its interval is wide, never fewer than two.
 * @param {number} value
 * @param {number} [low]
 * @param {number} [high]
 */
export function decimals(value, low, high) {
  if (value === 0 || !Number.isFinite(value)) return 0;
  const magnitude = Math.floor(Math.log10(Math.abs(value)));
  const halfWidth = low === undefined || high === undefined ? 0 : (high - low) / 2;
  const byInterval = halfWidth > 0 ? -Math.floor(Math.log10(halfWidth)) : Infinity;
  return Math.min(6, Math.max(1 - magnitude, Math.min(2 - magnitude, byInterval)));
}

/**
 * @param {number} value
 * @param {string} lang
 * @param {number} [low]
 * @param {number} [high]
 */
export function format(value, lang, low, high) {
  const digits = decimals(value, low, high);
  const step = 10 ** -digits;
  const shown = Math.max(0, digits);
  return cached(lang, { minimumFractionDigits: shown, maximumFractionDigits: shown }).format(digits < 0 ? Math.round(value / step) * step : value);
}

/**
 * @param {number} ratio 0..1
 * @param {string} lang
 * @param {boolean} [signed]
 */
export function formatPercent(ratio, lang, signed = false) {
  return cached(lang, { style: "percent", maximumFractionDigits: 0, signDisplay: signed ? "exceptZero" : "auto" }).format(ratio);
}

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/**
 * Making an Intl.NumberFormat costs tens of microseconds, a redraw needs a hundred of them: keep each kind.
 * @param {string} lang
 * @param {Intl.NumberFormatOptions} options
 */
export function cached(lang, options) {
  const key = lang + JSON.stringify(options);
  let found = formats.get(key);
  if (!found) formats.set(key, (found = new Intl.NumberFormat(lang, options)));
  return found;
}
