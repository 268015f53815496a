// What to buy next: started by the reader, ranked by the gain on their own mix of tasks, and by the gain per money where
// they type prices. Says plainly when nothing is worth it.

import { NOTICEABLE, rank, simulateUpgrades } from "../advise.js";
import { get } from "../document.js";
import { fill, h, setProps, setText } from "../dom.js";
import { formatPercent, parseNumber, cached } from "../number.js";
import { DEFAULT_WEIGHT, TASKS } from "../tasks.js";
import { choiceName, withUnit } from "../wording.js";
import { taskText } from "./results.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../document.js").Doc} Doc */
/** @typedef {import("../advise.js").Simulated} Simulated */
/** @typedef {import("../advise.js").Advice} Advice */

export class AdviceView {
  #body = h("div", { class: "advice-body" });
  #run = h("button", { type: "button", class: "primary" });
  #stale = h("p", { class: "soft", hidden: true });
  /** @type {AbortController | null} */
  #running = null;
  /** @type {Simulated[] | null} */
  #simulated = null;
  /** @type {Doc | null} */
  #forDoc = null;
  /** @type {Map<string, number>} prices by kind of upgrade */
  #prices = new Map();
  /** @type {Doc | null} */
  #resolved = null;

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    const { advice } = context.words.text;
    setText(this.#run, advice.run);
    setText(this.#stale, advice.stale);
    this.#run.addEventListener("click", () => this.#start());
    this.#body.append(h("p", { class: "soft" }, advice.intro));
    this.element = h(
      "section",
      { class: "card advice", id: "advice", "aria-labelledby": "advice-heading" },
      h("header", {}, h("h2", { id: "advice-heading" }, advice.heading), h("small", { class: "soft" }, advice.forMix), this.#run),
      this.#stale,
      this.#body,
      this.#weights(),
    );
  }

  #weights() {
    const { words, store } = this.context;
    const { advice } = words.text;
    const choose = (/** @type {string} */ id) => {
      const select = h("select", { "aria-label": taskText(words, id).name }, advice.weightWords.map((word, index) => h("option", { value: index, selected: index === (store.view.weights[id] ?? DEFAULT_WEIGHT) }, word)));
      select.addEventListener("change", () => {
        store.show({ weights: { ...store.view.weights, [id]: Number(select.value) } });
        this.#drawList();
      });
      return h("label", {}, h("span", {}, taskText(words, id).name), select);
    };
    return h("details", { class: "weights" }, h("summary", {}, advice.weights), h("div", { class: "weight-grid" }, TASKS.map(choose)));
  }

  async #start() {
    const { context } = this;
    if (!this.#resolved) return;
    this.#running?.abort();
    const running = (this.#running = new AbortController());
    const doc = context.store.doc;
    this.#simulated = null;
    const progress = h("progress", { "aria-label": context.words.text.advice.heading });
    const count = h("p", { class: "soft" });
    this.#body.replaceChildren(progress, count);
    try {
      const simulated = await simulateUpgrades(context.api, doc, this.#resolved, {
        seed: context.seed,
        signal: running.signal,
        onProgress: (done, total) => {
          progress.max = total;
          progress.value = done;
          setText(count, fill(context.words.text.advice.working, { done, total }));
        },
      });
      this.#simulated = simulated;
      this.#forDoc = doc;
      setText(this.#run, context.words.text.advice.again);
      this.#drawList();
      this.#tellBest();
      this.draw(this.#resolved);
    } catch (error) {
      if (!running.signal.aborted) this.#body.replaceChildren(h("p", { class: "message" }, context.words.text.status.failed));
    }
  }

  #tellBest() {
    const { words, store, say } = this.context;
    const [best] = rank(this.#simulated ?? [], store.view.weights);
    const { advice } = words.text;
    if (!best || best.gain < NOTICEABLE) say(fill(advice.nothing, { percent: formatPercent(NOTICEABLE, words.lang) }));
    else say(`${advice.heading} ${upgradeName(this.context, best.upgrade, this.#resolved)}: ${formatPercent(best.gain, words.lang, true)}`);
  }

  /** @param {Doc} resolved */
  draw(resolved) {
    this.#resolved = resolved;
    this.#stale.hidden = this.#forDoc === null || this.#forDoc === this.context.store.doc;
  }

  #drawList() {
    if (!this.#simulated) return;
    const { words, store } = this.context;
    const { advice } = words.text;
    const ranked = rank(this.#simulated, store.view.weights);
    const most = Math.max(...ranked.map((each) => each.gain), NOTICEABLE);
    const worthwhile = ranked.some((each) => each.gain >= NOTICEABLE);
    this.#body.replaceChildren(
      worthwhile ? "" : h("p", { class: "lead" }, fill(advice.nothing, { percent: formatPercent(NOTICEABLE, words.lang) })),
      h(
        "table",
        { class: "buy" },
        h("thead", {}, h("tr", {}, [advice.upgrade, advice.gain, advice.price, advice.perPrice].map((text, index) => h("th", { scope: "col", class: index > 1 ? "money" : null }, text)))),
        h("tbody", {}, ranked.map((each) => this.#item(each, most))),
      ),
    );
  }

  /** @param {Advice} each @param {number} most */
  #item(each, most) {
    const { words, store } = this.context;
    const { advice } = words.text;
    const gained = each.gain >= NOTICEABLE;
    const lost = each.gain <= -NOTICEABLE;
    const figure = gained || lost ? formatPercent(each.gain, words.lang, true) : advice.noGain;
    const bar = h("meter", { min: 0, max: 1, value: Math.max(0, Math.min(1, each.gain / most)), "aria-hidden": "true" });
    const note = gained && each.best ? fill(advice.mostly, { task: taskText(words, each.best.id).mid, percent: formatPercent(each.best.ratio - 1, words.lang, true) }) : lost ? advice.worse : "";
    const name = upgradeName(this.context, each.upgrade, this.#resolved);
    return h(
      "tr",
      { class: gained ? null : "idle" },
      h("th", { scope: "row" }, h("button", { type: "button", class: "link", onclick: () => store.change(each.upgrade.doc) }, name), h("small", {}, note)),
      h("td", { class: "gain" }, gained && bar, h("b", {}, figure)),
      ...this.#money(each, name),
    );
  }

  /** @param {Advice} each @param {string} name */
  #money(each, name) {
    const { words } = this.context;
    const { advice } = words.text;
    if (!each.upgrade.costs) return [h("td", { class: "money" }, advice.free), h("td", { class: "money" })];
    // What brings nothing is not worth a price.
    if (each.gain < NOTICEABLE) return [h("td", { class: "money" }), h("td", { class: "money" })];
    const key = name;
    const value = h("span");
    const box = h("input", { class: "box", inputmode: "decimal", size: 5, "aria-label": `${advice.price}: ${name}`, value: this.#prices.get(key) ?? "" });
    const show = () => {
      const price = this.#prices.get(key);
      setText(value, price ? formatPercent((each.gain / price) * 100, words.lang, true) : "");
    };
    box.addEventListener("change", () => {
      const typed = parseNumber(box.value);
      if ("value" in typed && typed.value > 0) this.#prices.set(key, typed.value);
      else this.#prices.delete(key);
      setProps(box, { "aria-invalid": box.value.trim() !== "" && !this.#prices.has(key) ? "true" : null });
      show();
    });
    show();
    return [h("td", { class: "money" }, box), h("td", { class: "money" }, value)];
  }
}

/**
 * @param {Context} context
 * @param {import("../upgrades.js").Upgrade} upgrade
 * @param {Doc | null} resolved
 */
function upgradeName({ words, knobs }, { id, args }, resolved) {
  const names = /** @type {Record<string, string | Record<string, string>>} */ (words.text.advice.upgrades);
  const template = names[id];
  const value = (/** @type {string} */ path) => choiceName(words, args[path] ?? get(resolved, path));
  const old = knobs.has(Object.keys(args)[0]) ? choiceName(words, get(resolved, Object.keys(args)[0])) : "";
  const parts = {
    link: args.gbit ? withUnit(words, args.gbit, "Gbit/s") : "",
    ram: args.gib ? withUnit(words, args.gib, "GiB") : "",
    size: args.gb ? withUnit(words, args.gb, "GB") : "",
    count: args.count ? cached(words.lang, {}).format(args.count) : "",
    raid: value("volume.raid"),
    protocol: value("protocol.kind"),
    tool: value("client.tool"),
    old,
  };
  return fill(typeof template === "string" ? template : words.plural(args.count ?? 1, template), parts);
}
