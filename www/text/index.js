// The reader's language: chosen by the link, then by the browser. Only that one catalogue is loaded.

import { fill } from "../dom.js";

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
   */
  constructor(lang, text) {
    this.lang = lang;
    this.text = text;
    this.plurals = new Intl.PluralRules(lang);
    this.lists = new Intl.ListFormat(lang, { type: "conjunction" });
  }

  /** @param {Language} lang */
  static async load(lang) {
    return new Words(lang, (await LOADERS[lang]()).default);
  }

  /**
   * @param {number} n
   * @param {Record<string, string>} forms
   */
  plural(n, forms) {
    return fill(forms[this.plurals.select(n)] ?? forms.other, { n: new Intl.NumberFormat(this.lang).format(n) });
  }
}
