// The reader's language: chosen by the link, then by the browser. Only that one catalogue is loaded.

import { fill } from "../dom.js";
import { cached } from "../number.js";
import { nextTask } from "../turn.js";

/** @typedef {import("./en.js").Catalogue} Catalogue */
/** @typedef {"en" | "fr" | "de" | "pt"} Language */

/** In their own words; proper names need no translation. */
export const LANGUAGES = /** @type {const} */ ({ en: "English", fr: "Français", de: "Deutsch", pt: "Português" });

/** @type {Record<Language, () => Promise<{default: Catalogue}>>} */
const LOADERS = {
  en: () => import("./en.js"),
  fr: () => import("./fr.js"),
  de: () => import("./de.js"),
  pt: () => import("./pt.js"),
};

/**
 * @param {string | null | undefined} wanted by the link
 * @param {readonly string[]} preferred by the browser, best first
 * @returns {Language}
 */
export function pickLanguage(wanted, preferred) {
  for (const tag of [wanted ?? "", ...preferred]) {
    const language = tag.toLowerCase().split("-")[0];
    if (Object.hasOwn(LANGUAGES, language)) return /** @type {Language} */ (language);
  }
  return "en";
}

/** Words, numbers and plurals of one language. */
export class Words {
  /**
   * @param {Language} lang
   * @param {Catalogue} text
   * @param {Intl.PluralRules} plurals
   * @param {Intl.ListFormat} lists
   */
  constructor(lang, text, plurals, lists) {
    this.lang = lang;
    this.text = text;
    this.plurals = plurals;
    this.lists = lists;
  }

  /**
   * The first use of each kind of `Intl` reads a language's data: milliseconds that need not come all at once.
   * @param {Language} lang
   */
  static async load(lang) {
    const text = (await LOADERS[lang]()).default;
    await nextTask();
    const plurals = new Intl.PluralRules(lang);
    await nextTask();
    const lists = new Intl.ListFormat(lang, { type: "conjunction" });
    await nextTask();
    cached(lang, { style: "unit", unit: "megabyte-per-second", unitDisplay: "short" }).format(1);
    return new Words(lang, text, plurals, lists);
  }

  /**
   * @param {number} n
   * @param {Record<string, string>} forms
   */
  plural(n, forms) {
    return fill(forms[this.plurals.select(n)] ?? forms.other, { n: cached(this.lang, {}).format(n) });
  }
}
