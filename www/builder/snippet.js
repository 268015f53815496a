// What an author copies: the element, a bare iframe, or a link around a picture. Pure text, made from one choice.

import { toQuery } from "../link.js";

/** @typedef {import("../document.js").Doc} Doc */

/**
 * @typedef {object} Choice
 * @property {Doc} doc
 * @property {Record<string, string>} page settings of the page: lang, theme, show, lock, compact, …
 * @property {number} height what the embed needs in the author's column
 * @property {string} sentence the NAS in words, for whoever can't see the picture
 * @property {string} title
 */

/** @typedef {"element" | "iframe" | "image"} Kind */

/** Text inside HTML, between tags or in double quotes. @param {string} text */
export function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/**
 * The attributes of the element, which the live preview has, too.
 * @param {Choice} choice
 * @returns {[string, string][]}
 */
export function attributes({ doc, page }) {
  return [...new URLSearchParams(toQuery(doc))].filter(([name]) => name !== "v").concat(Object.entries(page));
}

/**
 * @param {Kind} kind
 * @param {Choice} choice
 * @param {URL} home the folder of index.html
 */
export function snippet(kind, choice, home) {
  const { doc, page, height, sentence, title } = choice;
  const query = new URLSearchParams(page).toString().replaceAll("%2C", ",");
  const address = (/** @type {string} */ more) => escape(new URL(`index.html?${[more, toQuery(doc), query].filter(Boolean).join("&")}`, home).href);
  if (kind === "iframe") {
    return `<iframe src="${address("embed=1")}" title="${escape(title)}" loading="lazy" style="width:100%;height:${height}px;border:0" allow="clipboard-write"></iframe>\n`;
  }
  const full = address("").replace(/&amp;(show|lock|compact)=[^&]*/g, "");
  if (kind === "image") {
    return `<a href="${full}"><img src="nas-forecast.svg" alt="${escape(sentence)}" style="max-width:100%;height:auto"></a>\n`;
  }
  const list = attributes(choice).map(([name, value]) => (name === "compact" ? name : `${name}="${escape(value)}"`));
  const script = `<script type="module" src="${escape(new URL("www/embed.js", home).href)}"></script>\n`;
  return `${script}<nas-forecast ${list.join(" ")} style="display:block;min-height:${height}px"><a href="${full}">${escape(sentence)}</a></nas-forecast>\n`;
}
