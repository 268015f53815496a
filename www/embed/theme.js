// What a host page may choose of the look: accent, font stack, roundness. Values come from a link, so each is taken
// only in the form that is expected, and set as one custom property, from which nothing can break out.

/** @typedef {import("../types.js").Problem} Problem */

/**
 * A colour keeps its hue and strength, but is made dark enough on light paper and light enough on dark paper to be read.
 * @param {string} colour
 */
const readable = (colour) => `light-dark(oklch(from ${colour} min(l, 0.5) c h), oklch(from ${colour} max(l, 0.76) c h))`;

/** Each setting: what it may look like, and the tokens it sets. */
const TOKENS = /** @type {Record<string, {form: RegExp, isMeant: (value: string) => boolean, tokens: (value: string) => Record<string, string>}>} */ ({
  accent: {
    form: /^[#\w\s.,%()/+-]{3,64}$/,
    isMeant: (value) => !/var|env|attr|url|currentcolor/i.test(value) && CSS.supports("color", value),
    tokens: (value) => ({ "--accent": readable(value), "--accent-wash": "color-mix(in oklab, var(--accent) 9%, var(--card))" }),
  },
  font: {
    form: /^[\p{L}\p{N}\s,'"_-]{1,200}$/u,
    isMeant: (value) => CSS.supports("font-family", value),
    tokens: (value) => ({ "--font": value }),
  },
  radius: {
    form: /^\d{1,2}(px)?$/,
    isMeant: (value) => parseInt(value, 10) <= 32,
    tokens: (value) => ({ "--radius": `${parseInt(value, 10)}px`, "--small-radius": `${Math.min(7, parseInt(value, 10))}px` }),
  },
});

/**
 * @param {Record<string, string>} page settings of the link
 * @returns {Problem[]} what can't be taken
 */
export function applyTokens(page) {
  /** @type {Problem[]} */
  const problems = [];
  for (const [name, { form, isMeant, tokens }] of Object.entries(TOKENS)) {
    const value = page[name];
    if (value === undefined) continue;
    if (!form.test(value) || !isMeant(value)) {
      problems.push({ path: name, code: "wrong-type", message: "of the wrong form", value, allowed: null });
      continue;
    }
    for (const [token, set] of Object.entries(tokens(value))) document.documentElement.style.setProperty(token, set);
  }
  return problems;
}
