// From blocks to a purchase: what caches of four sizes would bring on the NAS of the link, with the measured hit ratios,
// and how long their SSDs would last. The figures come from the engine; here they are only worded.

import * as api from "../nas-forecast.js";
import { fill, h } from "../dom.js";
import { format } from "../number.js";
import { mainPlace } from "../places.js";
import { presetName, unitName } from "../wording.js";
import { bytesText, countText, shareText } from "./words.js";

/** @typedef {import("./words.js").Speech} Speech */
/** @typedef {import("../nas-forecast-types.js").CacheResults} CacheResults */
/** @typedef {import("../nas-forecast-types.js").Purchase} Purchase */
/** @typedef {import("../nas-forecast-types.js").Quantity} Quantity */

/** Usable sizes that one can buy, GB; null: no cache. */
const SIZES_GB = [null, 250, 500, 1000, 2000];
const IN_FLIGHT = [1, 4, 8, 16, 32, 64];
/** Longer than anybody keeps an SSD: more would be a show of digits. */
const MANY_YEARS = 100;
/** From here on streams are worth a word. */
const SOME = 0.01;

export class Buy {
  #body = h("div", { "aria-live": "polite" });
  /** @type {AbortController | null} */
  #running = null;
  /** @type {Omit<import("../nas-forecast.js").PurchaseQuestion, "cache_gb">} */
  #question;

  /**
   * @param {Speech} speech
   * @param {CacheResults} results
   * @param {{doc: Record<string, any>, query: string}} nas
   */
  constructor(speech, results, nas) {
    this.speech = speech;
    this.results = results;
    this.nas = nas;
    const { purchase } = speech.text;
    const known = results.mrc.map(({ policy }) => policy);
    const own = nas.doc.ssd_cache?.policy;
    const recorded = results.format === "blkparse" ? "below" : "above";
    this.#question = { policy: known.includes(own) ? own : known[0], below_ram: recorded === "below", in_flight: 8 };
    const link = h("a", { href: mainPlace(nas.query) }, purchase.other);
    this.element = h("section", { class: "card buy" }, h("div", { class: "card-head" }, h("h2", {}, purchase.heading), link), results.block_bytes === null ? h("p", { class: "soft" }, purchase.objects) : [this.#controls(known), this.#body]);
    if (results.block_bytes !== null) void this.#ask();
  }

  /** Stops what is under way; the results are of no use any more. */
  end() {
    this.#running?.abort();
  }

  /** @param {string[]} known */
  #controls(known) {
    const { purchase, policies } = this.speech.text;
    const question = this.#question;
    const name = (/** @type {string} */ policy) => policies[/** @type {keyof typeof policies} */ (policy)] ?? policy;
    const policy = h("select", {}, known.map((id) => h("option", { value: id, selected: id === question.policy }, name(id))));
    policy.addEventListener("change", () => this.#change({ policy: policy.value }));
    const where = h("select", {}, h("option", { value: "above", selected: !question.below_ram }, purchase.above), h("option", { value: "below", selected: question.below_ram }, purchase.below));
    where.addEventListener("change", () => this.#change({ below_ram: where.value === "below" }));
    const inFlight = h("select", {}, IN_FLIGHT.map((n) => h("option", { value: n, selected: n === question.in_flight }, n)));
    inFlight.addEventListener("change", () => this.#change({ in_flight: Number(inFlight.value) }));
    return h("div", { class: "selects" }, h("label", {}, purchase.policy, " ", policy), h("label", {}, purchase.where, " ", where), h("label", {}, purchase.inFlight, " ", inFlight));
  }

  /** @param {Partial<import("../nas-forecast.js").PurchaseQuestion>} part */
  #change(part) {
    Object.assign(this.#question, part);
    void this.#ask();
  }

  async #ask() {
    this.#running?.abort();
    const { signal } = (this.#running = new AbortController());
    const { purchase } = this.speech.text;
    this.#body.setAttribute("aria-busy", "true");
    this.#body.replaceChildren(h("p", { class: "soft" }, purchase.busy));
    try {
      const rows = SIZES_GB.map((cache_gb) => api.purchase(/** @type {any} */ (this.nas.doc), this.results, { ...this.#question, cache_gb }, { signal }));
      const [catalog, ...found] = await Promise.all([api.catalog({ signal }), ...rows]);
      this.#show(found.filter((row) => row !== null), this.#name(catalog));
    } catch (reason) {
      if (signal.aborted) return;
      this.#body.replaceChildren(h("p", { class: "notice" }, fill(purchase.failed, { message: reason instanceof Error ? reason.message : String(reason) })));
    }
    this.#body.removeAttribute("aria-busy");
  }

  /** The NAS in a word. @param {import("../wording.js").Catalog} catalog */
  #name(catalog) {
    const { label, preset } = this.nas.doc.nas ?? {};
    return label ?? (preset ? presetName(catalog, "nas.preset", preset) : this.speech.words.text.sentence.ownNas);
  }

  /** @param {Purchase[]} rows @param {string} nas */
  #show(rows, nas) {
    const { words } = this.speech;
    const { purchase } = this.speech.text;
    const share = (/** @type {number} */ value) => shareText(this.speech, value);
    const { workload } = rows[0].report.scenario;
    const size = `${countText(this.speech, (workload.kind === "block" ? (workload.block_bytes ?? 0) : 0) / 1024)}\u00a0${unitName(words, "KiB")}`;
    const lead = fill(purchase.lead, { nas, size, reads: share(1 - this.results.writes / this.results.records) });
    const heads = [purchase.cache, purchase.ram, purchase.ssd, purchase.rate, purchase.latency, purchase.written, purchase.years];
    const sequential = this.results.profile?.sequential_share ?? 0;
    const notes = [sequential > SOME && fill(purchase.sequential, { share: share(sequential) }), purchase.short, purchase.wear].filter((note) => note !== false);
    this.#body.replaceChildren(
      h("p", { class: "soft" }, lead),
      h("div", { class: "wide", tabindex: 0, role: "group", "aria-label": purchase.heading }, h("table", {}, h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))), h("tbody", {}, rows.map((row) => this.#row(row))))),
      h("ul", { class: "notices" }, notes.map((note) => h("li", {}, note))),
    );
  }

  /** @param {Purchase} row */
  #row({ cache_gb, ram_hit, ssd_hit, throughput_mb_s, latency_ms, wear }) {
    const { words, text } = this.speech;
    const { purchase } = text;
    const size = cache_gb === null ? purchase.without : bytesText(this.speech, cache_gb * 1e9);
    const years = !wear ? (cache_gb === null ? "–" : purchase.noTimes) : wear.years === null ? purchase.notStated : fill(wear.years > MANY_YEARS ? purchase.manyYears : purchase.yearsText, { years: format(Math.min(wear.years, MANY_YEARS), words.lang), tbw: format(wear.endurance_tbw ?? 0, words.lang) });
    const written = wear ? `${format(wear.tb_per_year, words.lang)}\u00a0${unitName(words, "TB")}` : "–";
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, size),
      h("td", {}, shareText(this.speech, ram_hit)),
      h("td", {}, shareText(this.speech, ssd_hit)),
      h("td", {}, ...this.#rate(throughput_mb_s)),
      h("td", {}, `${format(latency_ms, words.lang)}\u00a0${unitName(words, "ms")}`),
      h("td", {}, written),
      h("td", {}, years),
    );
  }

  /** @param {Quantity | null} rate */
  #rate(rate) {
    const { words, text } = this.speech;
    if (!rate) return ["–"];
    const { value, low, high } = rate;
    const range = fill(text.purchase.range, { low: format(low, words.lang), high: format(high, words.lang) });
    return [`${format(value, words.lang, low, high)}\u00a0${unitName(words, "MB/s")}`, h("small", { class: "soft" }, range)];
  }
}
