// The accuracy page: every published measurement beside its forecast. Language and appearance come from the link, as on
// the main page.

import { fill, h, weave } from "../dom.js";
import { LANGUAGES, Words, pickLanguage } from "../text/index.js";
import { loadData, sourceOrder } from "./data.js";
import { errorText } from "./figures.js";
import { Scatter } from "./scatter.js";
import { allFigures, categoryTable, missList, orderingList, parameterTable, sourceTable } from "./tables.js";

/** @typedef {import("./figures.js").Speech} Speech */
/** @typedef {import("./data.js").Data} Data */
/** @typedef {import("../text/index.js").Language} Language */

/** @type {Record<Language, () => Promise<{default: import("./text/en.js").AccuracyText}>>} */
const TEXTS = {
  en: () => import("./text/en.js"),
  fr: () => import("./text/fr.js"),
  de: () => import("./text/de.js"),
  pt: () => import("./text/pt.js"),
};

const query = new URLSearchParams(location.search);
const theme = query.get("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
const data = loadData();
// Asked for again by `show`, which says so on the page; here only so that the browser doesn't report it as unhandled.
data.catch(() => undefined);
await show(pickLanguage(query.get("lang"), navigator.languages));

/** @param {Language} lang */
async function show(lang) {
  const [words, { default: text }] = await Promise.all([Words.load(lang), TEXTS[lang]()]);
  const speech = { words, text };
  document.documentElement.lang = lang;
  document.title = text.title;
  const main = h("main", { "aria-busy": "true" }, h("p", { class: "answer" }, text.loading));
  /** @type {HTMLElement} */ (document.getElementById("app")).replaceChildren(header(speech), main);
  try {
    main.replaceChildren(...content(speech, await data));
  } catch {
    main.replaceChildren(h("p", { class: "notice" }, text.missing));
  }
  main.removeAttribute("aria-busy");
}

/** @param {Speech} speech */
function header({ words, text }) {
  const options = Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code, selected: code === words.lang }, name));
  const language = h("select", { class: "language", "aria-label": words.text.page.language }, options);
  language.addEventListener("change", () => {
    query.set("lang", language.value);
    history.replaceState(null, "", `?${query}`);
    void show(/** @type {Language} */ (language.value));
  });
  const back = query.size > 0 ? `../../?${new URLSearchParams([...query].filter(([key]) => key === "lang" || key === "theme"))}` : "../../";
  return h("header", { class: "site" }, h("a", { class: "brand", href: back }, "nas-forecast"), h("a", { href: back }, text.back), h("div", { class: "tools" }, language));
}

/** @param {Speech} speech @param {Data} data */
function content(speech, data) {
  const { text } = speech;
  const order = sourceOrder(data);
  const marks = new Map(order.map(({ key }, index) => [key, index]));
  const scatter = new Scatter(speech, data, marks);
  /** @type {import("./scatter.js").Choice} */
  const choice = { metric: "all", method: "own", source: null };
  scatter.draw(choice);
  const change = (/** @type {Partial<import("./scatter.js").Choice>} */ part) => scatter.draw(Object.assign(choice, part));
  const numbers = { values: data.summary.values, cases: data.summary.cases, sources: Object.keys(data.by_source).length, classic: errorText(speech, data.classic.median_abs_error_percent) };
  return [
    h("div", { class: "hero" }, h("h1", { class: "sentence" }, fill(text.heading, { median: errorText(speech, data.summary.median_abs_error_percent) })), h("p", { class: "answer" }, fill(text.lead, numbers)), headlines(speech, data)),
    h(
      "div",
      { class: "accuracy-columns" },
      h("section", { class: "card chart-card" }, h("div", { class: "card-head" }, h("h2", {}, text.chart.heading), controls(speech, data, change)), h("p", { class: "soft" }, text.chart.help), scatter.element, legend(speech), allFigures(speech, data)),
      sourceTable(speech, data, order, (source) => change({ source })),
      categoryTable(speech, data),
      method(speech),
      orderingList(speech, data),
      missList(speech, data),
      parameterTable(speech, data),
    ),
  ];
}

/** The three figures that count, the textbook formulas under each. @param {Speech} speech @param {Data} data */
function headlines(speech, data) {
  const { headlines: names } = speech.text;
  const { summary, not_link_bound, classic, classic_not_link_bound } = data;
  const share = (/** @type {import("./data.js").Stats} */ stats) => errorText(speech, stats.within_25_percent);
  const median = (/** @type {import("./data.js").Stats} */ stats) => errorText(speech, stats.median_abs_error_percent);
  const items = [
    [names.all, median(summary), median(classic)],
    [names.away, median(not_link_bound), median(classic_not_link_bound)],
    [names.within, share(summary), share(classic)],
  ];
  return h("ul", { class: "headlines" }, items.map(([name, own, other]) => h("li", {}, h("span", {}, name), h("b", {}, own), h("small", {}, fill(names.classic, { value: other })))));
}

/**
 * @param {Speech} speech
 * @param {Data} data
 * @param {(part: Partial<import("./scatter.js").Choice>) => void} change
 */
function controls({ text }, data, change) {
  const metrics = /** @type {Record<string, string>} */ (text.metrics);
  const present = [...new Set(data.values.map((value) => value.metric))];
  const metric = h("select", {}, h("option", { value: "all" }, text.chart.all), present.map((id) => h("option", { value: id }, metrics[id])));
  metric.addEventListener("change", () => change({ metric: metric.value }));
  const methods = h("select", {}, Object.entries(text.chart.methods).map(([id, name]) => h("option", { value: id }, name)));
  methods.addEventListener("change", () => change({ method: methods.value === "classic" ? "classic" : "own" }));
  return h("div", { class: "view-controls" }, h("label", {}, text.chart.figures, " ", metric), h("label", {}, text.chart.method, " ", methods));
}

/** @param {Speech} speech */
function legend({ text }) {
  const key = (/** @type {string} */ kind, /** @type {string} */ name) => h("li", { class: `key ${kind}` }, h("i", {}), name);
  return h("ul", { class: "legend" }, key("key-band", text.chart.band), key("key-double", text.chart.double), key("key-range", text.chart.interval), key("key-pale", text.chart.pale));
}

/** @param {Speech} speech */
function method({ text }) {
  const link = h("a", { href: "data.json", download: "nas-forecast-accuracy.json" }, "data.json");
  return h("section", { class: "card method-card" }, h("h2", {}, text.method.heading), h("ul", { class: "method" }, text.method.items.map((item) => h("li", {}, item))), h("p", {}, weave(text.method.data, { link })));
}
