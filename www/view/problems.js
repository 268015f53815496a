// What cannot be, and why: combinations that can't be built, parts of a link that were left out, a fault of ours.
// Nothing is changed silently; where one right value is known it is offered.

import { set } from "../document.js";
import { fill, h } from "../dom.js";
import { valueText } from "../wording.js";
import { allowedOf, problemText } from "./problem-text.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../types.js").Problem} Problem */

/** More choices than this are a list to read, not buttons to press. */
const MOST_OFFERS = 4;

export class Problems {
  element = h("div", { class: "problems", hidden: true });
  link = h("div", { class: "card problems link-problems", hidden: true });

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
  }

  /** @param {Problem[]} problems */
  draw(problems) {
    const { text } = this.context.words;
    this.element.hidden = problems.length === 0;
    if (this.element.hidden) return;
    const key = JSON.stringify(problems);
    if (this.element.dataset.key === key) return;
    this.element.dataset.key = key;
    this.context.say([text.problems.heading, ...problems.map((problem) => problemText(this.context, problem))].join(". "));
    this.element.replaceChildren(h("strong", {}, text.problems.heading), h("ul", {}, problems.map((problem) => this.#problem(problem))));
  }

  /** @param {Problem} problem */
  #problem(problem) {
    return h("li", {}, problemText(this.context, problem), " ", offersOf(problem).map((value) => this.#offer(problem.path, value)));
  }

  /** @param {string} path @param {any} value */
  #offer(path, value) {
    const { words, store, knobs, catalog } = this.context;
    const label = fill(words.text.problems.fix, { value: valueText(words, knobs.get(path), value, catalog) });
    return h("button", { type: "button", class: "quiet", onclick: () => store.change(set(store.doc, path, value)) }, label);
  }

  /** @param {Problem[]} problems of a link */
  drawLink(problems) {
    const { text } = this.context.words;
    this.link.hidden = problems.length === 0;
    if (this.link.hidden) return;
    const dismiss = h("button", { type: "button", class: "quiet", onclick: () => (this.link.hidden = true) }, text.problems.dismiss);
    this.link.replaceChildren(h("h2", {}, text.problems.linkHeading), h("ul", {}, problems.map((problem) => h("li", {}, h("code", {}, `${problem.path}=${problem.value ?? ""}`), " ", problemText(this.context, problem)))), dismiss);
  }

  fault() {
    this.link.hidden = false;
    this.link.replaceChildren(h("h2", {}, this.context.words.text.status.failed));
  }
}

/**
 * Values that would be right, if they are few.
 * @param {Problem} problem
 * @returns {any[]}
 */
function offersOf(problem) {
  const { code, value, nearest } = problem;
  const allowed = allowedOf(problem);
  if (nearest) return [nearest];
  if (code === "too-few-drives") return allowed.min === undefined ? [] : [allowed.min];
  if (code === "odd-drives" && typeof value === "number") return [value - 1, value + 1].filter((count) => count >= 2);
  return Array.isArray(allowed.one_of) && allowed.one_of.length <= MOST_OFFERS ? allowed.one_of : [];
}
