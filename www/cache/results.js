// What the laboratory found: the point beyond which more is wasted, the curves, the course, what the recording is like.

import { fill, h } from "../dom.js";
import { formatDuration } from "../unit.js";
import { LineChart, legend } from "./chart.js";
import { curvesCsv, save } from "./export.js";
import { pictureOf } from "./picture.js";
import { FORMATS, bytesText, countText, lineText, roundText, shareText, sizeText } from "./words.js";

/** @typedef {import("./words.js").Speech} Speech */
/** @typedef {import("../nas-forecast-types.js").CacheResults} CacheResults */
/** @typedef {import("../nas-forecast-types.js").Profile} Profile */

/** With less reuse than this no cache is worth a word. */
const LEAST_REUSE = 0.02;
/** Rows of a table behind a chart. */
const MOST_ROWS = 200;

/**
 * @param {Speech} speech
 * @param {CacheResults} results
 * @returns {HTMLElement[]}
 */
export function showResults(speech, results) {
  const { profile } = results;
  return [
    ...(profile ? [answer(speech, results, profile)] : []),
    curves(speech, results),
    ...(profile && profile.working_set.length > 1 ? [workingSet(speech, results, profile)] : []),
    facts(speech, results),
  ];
}

/** @param {Speech} speech @param {CacheResults} results @param {Profile} profile */
function answer(speech, results, profile) {
  const { enough, headlines } = speech.text;
  const helps = profile.reuse_share >= LEAST_REUSE && profile.enough > 0;
  const size = sizeText(speech, results, profile.enough);
  const parts = { size, reuse: shareText(speech, profile.reuse_share), hits: shareText(speech, profile.reuse_share - 0.01) };
  const item = (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ help) => h("li", {}, h("span", {}, name), h("b", {}, value), h("small", {}, help));
  const sequential = profile.sequential_share === null ? headlines.unknown : shareText(speech, profile.sequential_share);
  return h(
    "div",
    { class: "found" },
    h("h2", { class: "sentence", tabindex: -1 }, fill(helps ? enough.big : enough.none, parts)),
    h("p", { class: "answer" }, fill(helps ? enough.why : enough.whyNone, parts)),
    h(
      "ul",
      { class: "headlines" },
      item(headlines.reuse, shareText(speech, profile.reuse_share), headlines.reuseHelp),
      item(headlines.reads, shareText(speech, 1 - profile.write_share), headlines.readsHelp),
      item(headlines.sequential, sequential, headlines.sequentialHelp),
    ),
  );
}

/** @param {Speech} speech @param {CacheResults} results */
function curves(speech, results) {
  const { chart, policies } = speech.text;
  const name = (/** @type {string} */ policy) => policies[/** @type {keyof typeof policies} */ (policy)] ?? policy;
  const { mrc, profile } = results;
  const sizes = mrc[0].points.map(({ size }) => size);
  const unit = results.block_bytes ?? 1;
  const text = (/** @type {number} */ index) => sizeText(speech, results, sizes[index]);
  const line = new LineChart(chart.point);
  line.draw({
    series: mrc.map(({ policy, points }) => ({ name: name(policy), points: points.map(({ size, miss_ratio }) => [size * unit, miss_ratio]) })),
    logarithmic: true,
    xText: (x) => (results.block_bytes === null ? roundText(speech, x) : bytesText(speech, x)),
    xName: chart.size,
    yName: chart.misses,
    yText: (height) => shareText(speech, height),
    mark: profile && profile.enough >= sizes[0] && profile.enough <= sizes[sizes.length - 1] ? { x: profile.enough * unit, text: chart.enough } : null,
    name: fill(chart.name, { count: mrc.length, from: text(0), to: text(sizes.length - 1) }),
    say: (index) => fill(chart.at, { size: text(index), values: mrc.map(({ policy, points }) => `${name(policy)} ${shareText(speech, points[index].miss_ratio)}`).join(" · ") }),
  });
  const names = mrc.map((curve) => `${name(curve.policy)} (${curve.sample_rate < 1 ? fill(chart.sampled, { rate: shareText(speech, curve.sample_rate), error: shareText(speech, Math.max(curve.error, 0.001)) }) : chart.exact})`);
  const picture = () => save("nas-forecast-cache.svg", pictureOf(line.picture, chart.heading, names), "image/svg+xml");
  const buttons = [
    h("button", { type: "button", class: "quiet", onclick: () => save("nas-forecast-cache.csv", curvesCsv(results), "text/csv") }, chart.csv),
    h("button", { type: "button", class: "quiet", onclick: picture }, chart.svg),
  ];
  const rows = sizes.map((_, index) => [text(index), ...mrc.map(({ points }) => shareText(speech, points[index].miss_ratio))]);
  return h(
    "section",
    { class: "card curves" },
    h("div", { class: "card-head" }, h("h2", {}, chart.heading), h("div", { class: "buttons" }, buttons)),
    h("p", { class: "soft" }, chart.help),
    line.element,
    legend(names),
    figures(chart.table, [chart.size, ...mrc.map(({ policy }) => name(policy))], rows),
  );
}

/** @param {Speech} speech @param {CacheResults} results @param {Profile} profile */
function workingSet(speech, results, profile) {
  const { working } = speech.text;
  const stretches = profile.working_set;
  const timed = results.duration_s > 0;
  // Without times the accesses themselves are the clock.
  let sum = 0;
  const begins = stretches.map(({ t_s, requests }) => (timed ? t_s : (sum += requests) - requests));
  const largest = Math.max(...stretches.map(({ blocks }) => blocks), 1);
  const beginText = (/** @type {number} */ begin) => (timed ? formatDuration(begin, speech.words.lang) : roundText(speech, begin));
  const line = new LineChart();
  line.draw({
    series: [
      { name: working.set, filled: true, points: stretches.map(({ blocks }, index) => [begins[index], blocks / largest]) },
      { name: working.writes, points: stretches.map(({ writes, requests }, index) => [begins[index], requests > 0 ? writes / requests : 0]) },
    ],
    logarithmic: false,
    xText: beginText,
    xName: timed ? working.time : working.stretch,
    yName: working.set,
    yText: (height) => sizeText(speech, results, height * largest),
    mark: null,
    name: fill(working.name, { count: stretches.length, largest: sizeText(speech, results, largest) }),
    say: (index) => `${beginText(begins[index])}: ${sizeText(speech, results, stretches[index].blocks)} · ${working.writes} ${shareText(speech, stretches[index].writes / Math.max(1, stretches[index].requests))}`,
  });
  const rows = stretches.slice(0, MOST_ROWS).map(({ blocks, writes, requests }, index) => [beginText(begins[index]), countText(speech, requests), sizeText(speech, results, blocks), shareText(speech, writes / Math.max(1, requests))]);
  return h(
    "section",
    { class: "card" },
    h("h2", {}, working.heading),
    h("p", { class: "soft" }, working.help),
    line.element,
    legend([working.set, `${working.writes} (0–${shareText(speech, 1)})`]),
    figures(working.table, [timed ? working.time : working.stretch, working.stretch, working.set, working.writes], rows),
  );
}

/** A table of a chart's figures behind a disclosure. @param {string} name @param {string[]} heads @param {string[][]} rows */
function figures(name, heads, rows) {
  const row = (/** @type {string[]} */ [first, ...rest]) => h("tr", {}, h("th", { scope: "row" }, first), rest.map((cell) => h("td", {}, cell)));
  return h("details", { class: "more figures" }, h("summary", {}, name), h("div", { class: "wide", tabindex: 0, role: "group", "aria-label": name }, h("table", {}, h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))), h("tbody", {}, rows.map(row)))));
}

/** @param {Speech} speech @param {CacheResults} results */
function facts(speech, results) {
  const { facts: names } = speech.text;
  const { profile } = results;
  const count = (/** @type {number} */ value) => countText(speech, value);
  const share = (/** @type {number} */ value) => shareText(speech, value);
  const distinct = sizeText(speech, results, results.distinct_blocks);
  /** @type {[string, string][]} */
  const items = [
    [names.format, FORMATS[/** @type {keyof typeof FORMATS} */ (results.format)]],
    [names.records, fill(names.recordsText, { records: count(results.records), reads: count(results.reads), writes: count(results.writes), trims: count(results.trims) })],
    [names.distinct, results.distinct_is_estimate ? fill(names.about, { size: distinct }) : distinct],
    [names.duration, results.duration_s > 0 ? formatDuration(results.duration_s, speech.words.lang) : names.noTimes],
    [names.volumes, count(results.volumes)],
  ];
  if (!results.objects) items.splice(2, 0, [names.bytes, fill(names.bytesText, { bytes: bytesText(speech, results.bytes), written: bytesText(speech, results.write_bytes) })]);
  if (profile) {
    const [one, ten, twenty] = profile.hottest;
    items.push([names.once, fill(names.onceText, { share: share(profile.used_once_share) })], [names.hottest, fill(names.hottestText, { one: share(one), ten: share(ten), twenty: share(twenty) })]);
  }
  if (results.bad_lines > 0) {
    const first = results.first_bad.slice(0, 3).map((bad) => lineText(speech, bad)).join("; ");
    items.push([names.bad, fill(names.badText, { bad: count(results.bad_lines), lines: count(results.lines), first })]);
  }
  const notes = results.notes.map((note) => h("li", {}, fill(names.note[note.code], "event" in note ? { event: note.event } : {})));
  return h("section", { class: "card facts" }, h("h2", {}, names.heading), h("dl", {}, items.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])), notes.length > 0 && h("ul", { class: "notices" }, notes));
}
