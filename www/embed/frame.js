// Inside a frame on somebody else's page: tells the parent height and reports, takes scenarios from it. Nothing a
// parent sends is trusted; a scenario is checked like any typed one.

import { get, isObject, same } from "../document.js";
import { problemsOf } from "../runner.js";
import { TASKS } from "../tasks.js";

/** @typedef {import("../document.js").Doc} Doc */
/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../types.js").Problem} Problem */
/** @typedef {import("../types.js").Report} Report */
/** @typedef {import("../types.js").Row} Row */

/** A scenario is a few kilobytes; what is far larger is no scenario. */
const LARGEST_MESSAGE = 100_000;
/** The path of a message that is too long, or no JSON, has no place in a scenario. */
const REFUSED = /** @type {Problem[]} */ ([{ path: "", code: "too-long", message: `a scenario is JSON of at most ${LARGEST_MESSAGE} characters`, value: null, allowed: { max_length: LARGEST_MESSAGE } }]);

export class Frame {
  #height = 0;
  /** The last scenario sent; those before it that have not been looked at yet are of no interest any more. */
  /** @type {unknown} */
  #sent;
  #isTaking = false;

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
  #message({ data, source }) {
    if (source !== window.parent || !isObject(data) || data.version !== 1) return;
    if (data.type === "nas-forecast:sized") document.documentElement.classList.add("sized");
    if (data.type !== "nas-forecast:scenario") return;
    this.#sent = data.scenario;
    if (!this.#isTaking) this.#takeSent();
  }

  /** One at a time and always the latest: however many are sent, the engine has one to check. */
  async #takeSent() {
    this.#isTaking = true;
    while (this.#sent !== undefined) {
      const text = jsonOf(this.#sent);
      this.#sent = undefined;
      const scenario = text && JSON.parse(text);
      const problems = text ? await problemsOf(this.context.api, scenario) : REFUSED;
      if (this.#sent !== undefined) continue;
      if (problems.length > 0) this.#send({ type: "nas-forecast:problems", problems });
      else if (!same(scenario, this.context.store.doc)) this.take(scenario);
    }
    this.#isTaking = false;
  }

  /** The height the content wants, sent when it has changed. A hidden frame measures 0 and says nothing. */
  measure() {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height === 0 || window.innerWidth === 0 || height === this.#height) return;
    this.#height = height;
    this.#send({ type: "nas-forecast:height", height });
  }

  /**
   * Tells the forecast: the report of the scenario's own workload, else of the first task, and those of all tasks.
   * @param {Row[]} rows
   * @param {boolean} byReader
   */
  async forecast(rows, byReader) {
    const { api, store, seed } = this.context;
    const { doc } = store;
    const reports = Object.fromEntries(rows.map(({ id, report }) => [id, report]));
    /** @type {Report | undefined} */
    let report = reports[get(doc, "workload.preset")] ?? reports[TASKS.find((id) => id in reports) ?? ""];
    if (isCustom(doc)) report = await api.forecast(/** @type {any} */ (doc), { seed });
    // By now another scenario may be on its way, whose forecast follows.
    // Few hosts want them, and all are large: the one goes as a text, for the host to take apart if it does. Even a text
    // costs the host some milliseconds when it is as long as that of all of them; a buffer that is handed over costs none.
    if (report && doc === store.doc) {
      const all = new TextEncoder().encode(JSON.stringify(reports)).buffer;
      this.#send({ type: "nas-forecast:report", report: JSON.stringify(report), reports: all, byReader }, [all]);
    }
  }

  /** @param {Doc} scenario */
  scenarioChanged(scenario) {
    this.#send({ type: "nas-forecast:change", scenario });
  }

  /** @param {Record<string, unknown>} message @param {Transferable[]} [handed] over, not copied */
  #send(message, handed) {
    // Any parent may embed the page, and nothing sent is private: the figures are made from the page's own address.
    if (window.parent !== window) window.parent.postMessage({ version: 1, ...message }, "*", handed);
  }
}

/**
 * Whether a scenario has a workload that is not simply one of the suite's.
 * @param {Doc} doc
 */
function isCustom({ workload }) {
  return isObject(workload) && Object.keys(workload).some((key) => key !== "preset");
}

/**
 * What a message holds, as JSON; null where it is none, or too long to be a scenario.
 * @param {unknown} sent
 */
function jsonOf(sent) {
  if (!isObject(sent)) return null;
  try {
    const text = JSON.stringify(sent);
    return text.length > LARGEST_MESSAGE ? null : text;
  } catch {
    // A cycle, a big integer, or too deep.
    return null;
  }
}
