// The answer in two plain sentences, put together from codes: who sets the pace, and what the SSD cache is good for.

import { fill, h } from "../dom.js";
import { formatPercent, format } from "../number.js";
import { BIG, SMALL } from "../tasks.js";
import { formatDuration } from "../unit.js";
import { rateText, stationText, withUnit } from "../wording.js";
import { keepHeight } from "./keep-height.js";
import { taskText } from "./results.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../types.js").Row} Row */

/** From here on a cache is worth a word; below it nobody would notice. */
const NOTICEABLE = 1.15;
const HARMFUL = 0.95;
const FILM_GB = 50;

export class Answer {
  #pace = h("strong");
  #rest;

  /** @param {Context} context */
  constructor(context) {
    this.words = context.words;
    this.#rest = h("span", {}, context.words.text.answer.working);
    this.element = h("p", { class: "answer" }, this.#pace, " ", this.#rest);
    if (!context.settings.embed) keepHeight(this.element);
  }

  /** @param {Map<string, Row>} results */
  draw(results) {
    if (results.size === 0) return;
    const [pace, rest] = [paceSentence(this.words, results), restSentence(this.words, results)];
    if (pace === this.#pace.textContent && rest === this.#rest.textContent) return;
    [this.#pace.textContent, this.#rest.textContent] = [pace, rest];
    // Said anew, all of it: words that follow a longer or shorter one don't move, they are other words.
    this.element.replaceChildren(this.#pace, " ", this.#rest);
  }
}

/** @param {import("../text/index.js").Words} words @param {Map<string, Row>} results */
export function paceSentence(words, results) {
  const { answer } = words.text;
  const [big, small] = [commonest(results, BIG), commonest(results, SMALL)];
  const by = (/** @type {string} */ id) => stationText(words, id).by;
  if (!big || !small) return "";
  return big === small ? fill(answer.same, { by: by(big) }) : fill(answer.split, { big: by(big), small: by(small) });
}

/**
 * The bottleneck that most of these tasks have.
 * @param {Map<string, Row>} results
 * @param {string[]} ids
 */
function commonest(results, ids) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const id of ids) {
    const station = results.get(id)?.report.bottleneck;
    if (station) counts.set(station, (counts.get(station) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** @param {import("../text/index.js").Words} words @param {Map<string, Row>} results */
function restSentence(words, results) {
  const gains = cacheGains(results);
  return gains.length > 0 ? cacheSentence(words, gains) : filmSentence(words, results);
}

/** @typedef {{id: string, factor: number}} Gain */

/** @param {Map<string, Row>} results @returns {Gain[]} best first */
function cacheGains(results) {
  const gains = [];
  for (const { id, report, report_without_cache } of results.values()) {
    const [a, b] = [report.throughput_mb_s, report_without_cache?.throughput_mb_s];
    if (a && b && b.value > 0 && id !== "rebuild") gains.push({ id, factor: a.value / b.value });
  }
  return gains.sort((a, b) => b.factor - a.factor);
}

/** @param {import("../text/index.js").Words} words @param {Gain[]} gains */
function cacheSentence(words, gains) {
  const { answer } = words.text;
  const name = (/** @type {Gain} */ gain) => taskText(words, gain.id).mid;
  const helped = gains.filter((gain) => gain.factor >= NOTICEABLE);
  const worst = gains[gains.length - 1];
  const sentences = [];
  if (helped.length === 0) sentences.push(answer.cacheUseless);
  else {
    const factor = format(helped[0].factor, words.lang, helped[0].factor * 0.9, helped[0].factor * 1.1);
    const idle = BIG.find((id) => gains.some((gain) => gain.id === id && gain.factor < NOTICEABLE));
    const parts = { best: words.lists.format(helped.slice(0, 2).map(name)), factor, least: idle ? taskText(words, idle).mid : "" };
    sentences.push(fill(idle ? answer.cacheHelps : answer.cacheHelpsAll, parts));
  }
  if (worst.factor < HARMFUL) sentences.push(fill(answer.cacheHarms, { worst: name(worst), loss: formatPercent(worst.factor - 1, words.lang, true) }));
  return sentences.join(" ");
}

/** @param {import("../text/index.js").Words} words @param {Map<string, Row>} results */
function filmSentence(words, results) {
  const rate = results.get("big-file-read")?.report.throughput_mb_s;
  if (!rate) return "";
  return fill(words.text.answer.noCache, {
    size: withUnit(words, FILM_GB, "GB"),
    time: formatDuration((FILM_GB * 1000) / rate.value, words.lang),
    rate: rateText(words, rate, "mb_s"),
  });
}
