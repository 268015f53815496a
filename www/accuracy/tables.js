// The page's tables: sources, kinds of tests, all figures, misses, orderings, parameters.

import { fill, h } from "../dom.js";
import { format, formatPercent } from "../number.js";
import { classicMedian, counts, misses } from "./data.js";
import { errorText, figure, measuredText } from "./figures.js";
import { legendMark } from "./marks.js";
import { reasonFor, reasonForOrdering } from "./reasons.js";
import { sourceLink, stationName } from "./scatter.js";

/** @typedef {import("./figures.js").Speech} Speech */
/** @typedef {import("./data.js").Data} Data */
/** @typedef {import("./data.js").Value} Value */

/** A figure off by more than this is named among the misses, per cent. */
const MISS_PERCENT = 50;
/** So many are shown at once; the rest opens. */
const MISSES_SHOWN = 12;

/** @param {string[]} names @param {number} figuresFrom */
function head(names, figuresFrom) {
  return h("thead", {}, h("tr", {}, names.map((name, index) => h("th", { scope: "col", class: index >= figuresFrom ? "figure" : null }, name))));
}

/** A wide table scrolls by itself; the keyboard reaches it. @param {string} name @param {...import("../dom.js").Child} parts */
function scrolling(name, ...parts) {
  return h("div", { class: "wide", role: "region", "aria-label": name, tabindex: 0 }, h("table", {}, ...parts));
}

/**
 * Each source with its mark; choosing one shows it alone in the chart.
 * @param {Speech} speech
 * @param {Data} data
 * @param {{key: string, count: number}[]} order
 * @param {(source: string | null) => void} choose
 */
export function sourceTable(speech, data, order, choose) {
  const { sources } = speech.text;
  /** @type {HTMLButtonElement[]} */
  const buttons = [];
  const all = h("button", { type: "button", class: "quiet", hidden: true, onclick: () => press(null) }, sources.everything);
  const press = (/** @type {string | null} */ key) => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.source === key));
    all.hidden = key === null;
    choose(key);
  };
  const rows = order.map(({ key, count }, index) => {
    const title = data.sources[key]?.title ?? key;
    const button = h("button", { type: "button", class: "mark-button", "data-source": key, "aria-pressed": "false", "aria-label": fill(sources.only, { source: title }), title: fill(sources.only, { source: title }) }, legendMark(index));
    button.addEventListener("click", () => press(button.getAttribute("aria-pressed") === "true" ? null : key));
    buttons.push(button);
    return h("tr", {}, h("th", { scope: "row" }, h("span", { class: "source" }, button, sourceLink(data, key))), h("td", { class: "figure" }, count), h("td", { class: "figure" }, errorText(speech, data.by_source[key]?.median_abs_error_percent)));
  });
  return h("section", { class: "card sources-card" }, h("div", { class: "card-head" }, h("h2", {}, sources.heading), all), h("p", { class: "soft" }, sources.help), scrolling(sources.heading, head([sources.source, sources.figures, sources.median], 1), h("tbody", {}, rows)), h("p", { class: "soft small" }, sources.more));
}

/** @param {Speech} speech @param {Data} data */
export function categoryTable(speech, data) {
  const { categories, sources } = speech.text;
  const kinds = /** @type {Record<string, string>} */ (speech.text.kinds);
  const rows = Object.entries(data.by_category)
    .sort(([, a], [, b]) => b.values - a.values)
    .map(([key, stats]) => {
      const classic = classicMedian(data.values.filter((value) => counts(value) && value.category === key));
      const cells = [stats.values, errorText(speech, stats.median_abs_error_percent), errorText(speech, stats.p90_abs_error_percent), errorText(speech, classic)];
      return h("tr", {}, h("th", { scope: "row" }, kinds[key] ?? key), cells.map((cell) => h("td", { class: "figure" }, cell)));
    });
  const names = [categories.kind, sources.figures, sources.median, categories.ninety, categories.classic];
  return h("section", { class: "card kinds-card" }, h("h2", {}, categories.heading), scrolling(categories.heading, head(names, 1), h("tbody", {}, rows)));
}

/** All figures, for those who can't or won't read the chart. @param {Speech} speech @param {Data} data */
export function allFigures(speech, data) {
  const { table, sources } = speech.text;
  const metrics = /** @type {Record<string, string>} */ (speech.text.metrics);
  const names = [table.test, sources.source, table.quantity, table.grade, table.limit, table.measured, table.forecast, table.range, table.error];
  const details = h("details", { class: "figures" }, h("summary", {}, table.heading));
  // Four hundred rows cost layout: they are made when somebody opens them.
  details.addEventListener("toggle", () => {
    if (!details.open || details.childElementCount > 1) return;
    const rows = data.values.map((value) => {
      const range = value.low === null || value.high === null ? "–" : fill(speech.text.detail.between, { low: format(value.low, speech.words.lang), high: format(value.high, speech.words.lang) });
      const figures = [measuredText(speech, value), figure(speech, value.metric, value.predicted), range, errorText(speech, value.error_percent)];
      return h("tr", {}, h("th", { scope: "row" }, value.case), h("td", {}, sourceLink(data, value.source_key)), h("td", {}, metrics[value.metric]), h("td", {}, value.grade), h("td", {}, stationName(speech, value.bottleneck)), figures.map((cell) => h("td", { class: "figure" }, cell)));
    });
    details.append(scrolling(table.heading, head(names, 5), h("tbody", {}, rows)));
  });
  return details;
}

/** @param {Speech} speech @param {Data} data */
export function missList(speech, data) {
  const { misses: text, metrics } = speech.text;
  const limit = errorText(speech, MISS_PERCENT);
  const missed = misses(data, MISS_PERCENT);
  const items = missed.map((value) => {
    const factor = value.predicted === null ? 0 : value.predicted / value.measured;
    const times = (/** @type {number} */ ratio) => format(ratio, speech.words.lang);
    const how = factor > 1 ? fill(text.factor.high, { factor: times(factor) }) : fill(text.factor.low, { factor: factor > 0 ? times(1 / factor) : "∞" });
    const figures = fill(speech.text.detail.figures, { case: metrics[value.metric], measured: measuredText(speech, value), forecast: figure(speech, value.metric, value.predicted) });
    const limited = fill(speech.text.detail.limit, { station: stationName(speech, value.bottleneck) });
    const note = data.notes[value.case];
    const reason = reasonFor(value);
    return h("li", {}, h("b", {}, value.case), " · ", how, h("div", {}, figures, " · ", limited), reason && h("p", {}, text.reasons[reason]), h("div", { class: "small" }, sourceLink(data, value.source_key)), note && h("p", { class: "soft small", lang: "en" }, note));
  });
  const lead = fill(missed.length > 0 ? text.lead : text.none, { limit });
  const rest = items.slice(MISSES_SHOWN);
  const more = h("details", { class: "figures" }, h("summary", {}, speech.words.plural(rest.length, text.andMore)), h("ul", { class: "misses" }, rest));
  return h("section", { class: "card full" }, h("h2", {}, text.heading), h("p", {}, lead), items.length > 0 && h("ul", { class: "misses" }, items.slice(0, MISSES_SHOWN)), rest.length > 0 && more);
}

/** @param {Speech} speech @param {Data} data */
export function orderingList(speech, data) {
  const { orderings: text } = speech.text;
  const { held, orderings } = data.check;
  const broken = orderings.filter((ordering) => !ordering.held);
  const items = broken.map((ordering) => {
    const reason = reasonForOrdering(ordering.id);
    const shared = reasonFor({ case: ordering.id, source_key: ordering.source_key });
    const why = reason ? text.reasons[reason] : shared && speech.text.misses.reasons[shared];
    return h("li", {}, h("span", { lang: "en" }, ordering.claim), why && h("p", {}, why), h("div", { class: "small" }, sourceLink(data, ordering.source_key)));
  });
  return h("section", { class: "card full" }, h("h2", {}, text.heading), h("p", {}, fill(text.lead, { held, all: orderings.length })), broken.length > 0 && h("p", {}, text.broken), broken.length > 0 && h("ul", { class: "misses" }, items));
}

/** @param {Speech} speech @param {Data} data */
export function parameterTable(speech, data) {
  const { parameters: text } = speech.text;
  const { words } = speech;
  const give = (/** @type {number} */ logSd) => fill(text.spread, { percent: formatPercent(Math.exp(logSd) - 1, words.lang) });
  const value = (/** @type {number} */ number, /** @type {string} */ unit, /** @type {number} */ logSd) => [h("span", { class: "nowrap" }, `${format(number, words.lang)}\u00a0${unit}`), h("div", { class: "soft small" }, give(logSd))];
  const rows = data.parameters.map((parameter) => {
    const speaks = parameter.sources > 0 ? words.plural(parameter.sources, text.sources) : text.none;
    return h(
      "tr",
      {},
      h("th", { scope: "row", lang: "en" }, parameter.meaning, h("div", { class: "soft small" }, h("code", {}, parameter.id))),
      h("td", { class: "figure" }, value(parameter.prior, parameter.unit, parameter.prior_log_sd)),
      h("td", { class: "figure" }, value(parameter.value, parameter.unit, parameter.log_sd)),
      h("td", {}, speaks),
      h("td", { lang: "en" }, parameter.source),
    );
  });
  const names = [text.name, text.before, text.now];
  const header = h("thead", {}, h("tr", {}, names.map((name, index) => h("th", { scope: "col", class: index > 0 ? "figure" : null }, name)), h("th", { scope: "col" }, speech.text.sources.source), h("th", { scope: "col" }, text.from)));
  const details = h("details", { class: "figures" }, h("summary", {}, fill(text.show, { count: data.parameters.length })), scrolling(text.heading, header, h("tbody", {}, rows)));
  return h("section", { class: "card full" }, h("h2", {}, text.heading), h("p", {}, text.lead), details);
}
