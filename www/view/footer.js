// The foot of the page: what happens to the reader's data, where to read on, appearance.

import { fill, h } from "../dom.js";
import { cachePlace } from "../places.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../page.js").Actions} Actions */

/** @param {Context} context @param {Actions} actions */
export function footer({ words, settings, seed, version }, actions) {
  const { text } = words;
  const { page } = text;
  if (settings.embed) {
    const link = h("a", { target: "_blank", rel: "noopener" }, page.openFull);
    // The address is that of the moment of the click, not of the start.
    link.addEventListener("pointerdown", () => (link.href = withoutFrame(actions.address())));
    link.addEventListener("focus", () => (link.href = withoutFrame(actions.address())));
    link.href = withoutFrame(actions.address());
    return h("footer", {}, link);
  }
  const current = document.documentElement.dataset.theme ?? "auto";
  const themes = Object.entries(page.themes).map(([id, name]) => h("option", { value: id, selected: id === current }, name));
  const theme = h("select", { onchange: () => actions.setTheme(theme.value) }, themes);
  const cache = h("a", { class: "cache-link" }, page.cache);
  const builder = h("a", {}, page.builder);
  // Both take over the NAS that is on the page when they are opened.
  const here = () => {
    cache.href = cachePlace(actions.address().slice(1));
    builder.href = `www/builder/index.html${actions.address()}`;
  };
  for (const link of [cache, builder]) for (const type of ["pointerdown", "focus"]) link.addEventListener(type, here);
  here();
  const guides = h("a", { href: `www/guides/${words.lang}/index.html` }, page.guides);
  return h("footer", {}, h("p", {}, `${page.note} ${fill(page.source, { version, seed })}`), cache, accuracyLink(words), guides, builder, h("label", {}, page.theme, " ", theme));
}

/** @param {string} address */
function withoutFrame(address) {
  const url = new URL(address, location.href);
  for (const key of ["embed", "show", "lock", "compact"]) url.searchParams.delete(key);
  return url.href;
}

/**
 * To the page of measurements, which the single file has not.
 * @param {import("../text/index.js").Words} words
 */
export function accuracyLink({ lang, text }) {
  if ("alone" in document.documentElement.dataset) return null;
  return h("a", { href: `www/accuracy/?lang=${lang}` }, text.page.accuracy);
}
