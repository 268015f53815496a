// An opened task: what limits it in a sentence, where the time goes, latencies, the course of the run, and what each
// part alone would allow. All of it as text and tables as well as charts.

import { StackChart } from "../chart/stack.js";
import { Timeline } from "../chart/timeline.js";
import { fill, h, setText } from "../dom.js";
import { accuracyLink } from "./footer.js";
import { cached, format } from "../number.js";
import { likenessOf } from "../tasks.js";
import { measure } from "../unit.js";
import { columnUnit, labelled, latencyText, percent, rangeText, rateText, stationText } from "../wording.js";
import { warningText } from "./problem-text.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../types.js").Report} Report */
/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").StationReport} StationReport */

const LATENCIES = /** @type {const} */ (["mean", "p50", "p95", "p99", "max"]);

const FEWEST_LIKE = 5;

export class Detail {
  #lead = h("p", { class: "lead" });
  #facts = h("p", { class: "facts" });
  #warnings = h("ul", { class: "warnings" });
  #accuracy = h("p", { class: "accuracy-note" });
  /** @type {StackChart} */
  #stack;
  /** @type {Timeline} */
  #timeline;
  #latency = h("tbody");
  #stations = h("tbody");
  /** @type {HTMLElement} */
  #course;

  /** @param {Context} context @param {string} id */
  constructor(context, id) {
    this.context = context;
    this.id = id;
    const { words } = context;
    const { detail } = words.text;
    this.#stack = new StackChart(words);
    this.#timeline = new Timeline(words);
    this.#course = h("section", {}, h("h4", {}, detail.timelineHeading), this.#timeline.element);
    const heads = [detail.station, detail.busy, detail.share, detail.limit].map((text) => h("th", { scope: "col" }, text));
    this.element = h(
      "div",
      { class: "detail" },
      this.#lead,
      this.#facts,
      this.#warnings,
      h("section", {}, h("h4", {}, detail.timeHeading), this.#stack.element),
      h("section", {}, h("h4", {}, detail.latencyHeading), h("table", { class: "latency" }, this.#latency)),
      this.#course,
      h("section", {}, h("h4", {}, detail.stationsHeading), h("table", { class: "stations" }, h("thead", {}, h("tr", {}, heads)), this.#stations)),
      this.#accuracy,
    );
  }

  /** @param {Row} result @param {View} view */
  draw({ report }, view) {
    const { words } = this.context;
    setText(this.#lead, limitSentence(words, report));
    setText(this.#facts, this.#factsText(report, view));
    this.#warnings.replaceChildren(...report.warnings.map((warning) => h("li", {}, warningText(words, warning))));
    this.#stack.draw(report.stations);
    this.#latency.replaceChildren(...LATENCIES.map((key) => this.#latencyRow(key, report)));
    this.#course.hidden = report.timeline.length < 2;
    if (!this.#course.hidden) this.#timeline.draw(report, view.unit);
    this.#stations.replaceChildren(...report.stations.map((station) => this.#stationRow(station, report, view)));
    this.#drawAccuracy(report);
  }

  /**
   * How far off measured forecasts of this kind were; read once somebody looks.
   * @param {Report} report
   */
  async #drawAccuracy(report) {
    const { words } = this.context;
    const { default: likeness } = await import("../accuracy/likeness.js");
    const like = likeness[likenessOf(this.id, report.bottleneck)];
    // A median of a handful says nothing.
    const known = like && like.values >= FEWEST_LIKE;
    const text = known ? fill(words.text.detail.likeThis, { percent: percent(words, like.median_percent / 100), count: cached(words.lang, {}).format(like.values) }) : "";
    this.#accuracy.replaceChildren(text, " ", accuracyLink(words) ?? "");
  }

  /** @param {typeof LATENCIES[number]} key @param {Report} report */
  #latencyRow(key, report) {
    const { words } = this.context;
    return h("tr", {}, h("th", { scope: "row" }, words.text.detail.latency[key]), h("td", {}, latencyText(words, report.latency_ms[key])));
  }

  /** @param {StationReport} station @param {Report} report @param {View} view */
  #stationRow(station, report, view) {
    const { words } = this.context;
    const text = stationText(words, station.id);
    const limit = station.limit_mb_s ? rateText(words, station.limit_mb_s, view.unit) : "–";
    return h(
      "tr",
      { class: station.id === report.bottleneck ? "is-limit" : null, "data-station": station.id },
      h("th", { scope: "row" }, h("i"), h("span", { title: text.help }, text.name)),
      h("td", {}, percent(words, station.utilisation)),
      h("td", {}, percent(words, station.time_share)),
      h("td", {}, limit),
    );
  }

  /** @param {Report} report @param {View} view */
  #factsText(report, view) {
    const { words } = this.context;
    const { detail, results } = words.text;
    const facts = [];
    const figure = measure(report, view.unit, view.gb);
    if (figure) facts.push(labelled(words, results.interval, `${rangeText(words, figure, view.unit)} ${view.unit === "time" || view.unit === "ops" ? "" : columnUnit(words, view.unit, view.gb)}`.trim()));
    if (report.iops) facts.push(`${format(report.iops.value, words.lang)} ${results.iops}`);
    if (report.files_per_s) facts.push(`${format(report.files_per_s.value, words.lang)} ${results.files}`);
    const { ram_hit_percent: ram, ssd_hit_percent: ssd, destage_mb_s: destage } = report.cache;
    if (ram) facts.push(fill(detail.hitRam, { percent: percent(words, ram / 100) }));
    if (ssd !== null && ssd !== undefined) facts.push(fill(detail.hitSsd, { percent: percent(words, ssd / 100) }));
    if (destage > 0) facts.push(fill(detail.destage, { rate: rateText(words, destage, view.unit) }));
    return facts.join(" · ");
  }
}

/**
 * "Limited by the network, 99 % busy. Next: drives, 41 % busy." Where requests wait for each other instead, what limits may be
 * less busy than another: there it is the time spent that tells why.
 * @param {import("../text/index.js").Words} words
 * @param {Report} report
 */
export function limitSentence(words, report) {
  const { detail } = words.text;
  const limit = report.stations.find((station) => station.id === report.bottleneck);
  const others = report.stations.filter((station) => station.id !== report.bottleneck);
  const next = others.sort((a, b) => b.utilisation - a.utilisation)[0];
  const { by } = stationText(words, report.bottleneck);
  if (limit && next?.utilisation > limit.utilisation) {
    const second = others.sort((a, b) => b.time_share - a.time_share)[0];
    return fill(detail.limitByTime, { by, share: percent(words, limit.time_share), next: stationText(words, second.id).name, nextShare: percent(words, second.time_share) });
  }
  const parts = { by, busy: percent(words, limit?.utilisation ?? 1) };
  if (!next) return fill(detail.limitOnly, parts);
  return fill(detail.limitSentence, { ...parts, next: stationText(words, next.id).name, nextBusy: percent(words, next.utilisation) });
}
