// Three figures for whoever wants one answer: a film, photos, random access. They stand under the answer, and a narrow
// strip repeats them while the results are out of sight, so a dragged slider always shows what it does. Of a NAS that can't be
// built the strip says why, as soon as the place above is out of sight.

import { h, setProps, setText } from "../dom.js";
import { format } from "../number.js";
import { HEADLINES } from "../tasks.js";
import { formatDuration } from "../unit.js";
import { rateText, stationText } from "../wording.js";
import { problemText } from "./problem-text.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../types.js").Problem} Problem */
/** @typedef {import("../types.js").Row} Row */
/** @typedef {import("../types.js").View} View */

/** What each headline asks: so much data, or operations. */
const AMOUNT_GB = /** @type {Record<string, number | null>} */ ({ "big-file-read": 50, "jpg-photos": 4.4, "4k-random-read": null });

export class Headlines {
  /** @type {{id: string, value: HTMLElement, rate: HTMLElement, station: HTMLElement, strip: HTMLElement}[]} */
  #figures;
  #why = h("span", { class: "why" });

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.words = context.words;
    const texts = /** @type {Record<string, {name: string, short: string}>} */ (context.words.text.headlines);
    this.#figures = HEADLINES.map((id) => ({ id, value: h("b", {}, "–"), rate: h("small"), station: h("small"), strip: h("b") }));
    this.element = h(
      "ul",
      { class: "headlines live" },
      this.#figures.map(({ id, value, rate, station }) => h("li", {}, h("span", {}, texts[id].name), value, rate, station)),
    );
    // A copy for the eye only: the figures above are what a screen reader meets.
    this.strip = h(
      "div",
      { class: "strip", "aria-hidden": "true" },
      this.#figures.map(({ id, strip }) => h("span", {}, texts[id].short, " ", strip)),
      this.#why,
    );
  }

  /**
   * The strip comes when the figures above are out of sight; on a wide screen, where the rows stand beside the
   * settings, only when those are, too.
   * @param {Element} results
   */
  watch(results) {
    const watcher = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        this.strip.classList.toggle(target === results ? "past-results" : "past-figures", !isIntersecting);
      }
    });
    watcher.observe(results);
    watcher.observe(this.element);
  }

  /** @param {Map<string, Row>} rows @param {View} view @param {Problem[]} problems why the scenario can't be built */
  draw(rows, view, problems) {
    const { lang, text } = this.words;
    for (const element of [this.element, this.strip]) setProps(element, { "data-stale": problems.length > 0 ? true : null });
    setText(this.#why, problems.map((problem) => problemText(this.context, problem)).join(" "));
    for (const figure of this.#figures) {
      const report = rows.get(figure.id)?.report;
      if (!report) continue;
      const amount = AMOUNT_GB[figure.id];
      const rate = report.throughput_mb_s;
      const main = amount && rate ? formatDuration((amount * 1000) / rate.value, lang) : report.iops ? `${format(report.iops.value, lang, report.iops.low, report.iops.high)} ${text.results.iops}` : "–";
      setText(figure.value, main);
      setText(figure.rate, rate ? rateText(this.words, rate, view.unit) : "");
      setText(figure.station, stationText(this.words, report.bottleneck).name);
      setProps(figure.station, { "data-station": report.bottleneck });
      setText(figure.strip, amount && rate ? rateText(this.words, rate, view.unit) : main);
    }
  }
}
