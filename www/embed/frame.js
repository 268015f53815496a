// Inside a frame on somebody else's page: tells the parent height and reports, takes scenarios from it. Nothing a
// parent sends is trusted; a scenario is checked like any typed one.

import { isObject, same } from "../document.js";
import { problemsOf } from "../runner.js";

/** @typedef {import("../document.js").Doc} Doc */
/** @typedef {import("../app.js").Context} Context */

/** A scenario is a few kilobytes; what is far larger is no scenario. */
const LARGEST_MESSAGE = 100_000;

export class Frame {
  #height = 0;

  /**
   * @param {Context} context
   * @param {(doc: Doc) => void} take
   */
  constructor(context, take) {
    this.context = context;
    this.take = take;
    window.addEventListener("message", (event) => this.#message(event));
    new ResizeObserver(() => this.measure()).observe(document.body);
  }

  /** @param {MessageEvent} event */
  async #message({ data, source }) {
    if (source !== window.parent || !isObject(data) || data.type !== "nas-forecast:scenario" || data.version !== 1) return;
    if (!isObject(data.scenario) || JSON.stringify(data.scenario).length > LARGEST_MESSAGE) return;
    const scenario = structuredClone(data.scenario);
    const problems = await problemsOf(this.context.api, scenario);
    if (problems.length > 0) this.#send({ type: "nas-forecast:problems", problems });
    else if (!same(scenario, this.context.store.doc)) this.take(scenario);
  }

  /** The height the content wants, sent when it has changed. A hidden frame measures 0 and says nothing. */
  measure() {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height === 0 || height === this.#height) return;
    this.#height = height;
    this.#send({ type: "nas-forecast:height", height });
  }

  /**
   * @param {import("../types.js").Row[]} rows
   * @param {boolean} byReader
   */
  forecast(rows, byReader) {
    for (const { id, report } of rows) this.#send({ type: "nas-forecast:report", task: id, report, byReader });
  }

  /** @param {Doc} scenario */
  scenarioChanged(scenario) {
    this.#send({ type: "nas-forecast:change", scenario });
  }

  /** @param {Record<string, unknown>} message */
  #send(message) {
    // Any parent may embed the page, and nothing sent is private: the figures are made from the page's own address.
    if (window.parent !== window) window.parent.postMessage({ version: 1, ...message }, "*");
  }
}
