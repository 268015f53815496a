// From a scenario to reports, latest wins. A quick draft of the whole suite runs through even while a slider moves on,
// so the bars follow; after it the full simulation refines them, and any new input ends that.

/** @typedef {import("./document.js").Doc} Doc */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Problem} Problem */
/** @typedef {import("./types.js").Valid} Valid */

/**
 * @typedef {object} Listener
 * @property {(valid: Valid) => void} onValid
 * @property {(row: Row) => void} onRow a refined figure of the latest scenario
 * @property {(rows: Row[], isLatest: boolean) => Promise<unknown>} onDraft first figures for every task that this NAS can do;
 *   not of the latest scenario where a slider has moved on; until they are drawn
 * @property {() => void} onSettled every task has its final figure
 * @property {(problems: Problem[]) => void} onProblems
 * @property {(error: unknown) => void} onFault
 */

export class Runner {
  /** @type {Doc | null} */
  #wanted = null;
  #running = false;
  /** @type {AbortController | null} */
  #refining = null;
  /** Ends the wait for a draft's drawing. */
  #goOn = () => {};

  /**
   * @param {typeof import("./nas-forecast.js")} api
   * @param {number} seed
   * @param {Listener} listener
   */
  constructor(api, seed, listener) {
    this.api = api;
    this.seed = seed;
    this.listener = listener;
  }

  /** @param {Doc} doc */
  request(doc) {
    this.#wanted = doc;
    this.#refining?.abort();
    this.#goOn();
    if (!this.#running) this.#run();
  }

  async #run() {
    this.#running = true;
    for (let done = null; done !== this.#wanted; ) {
      const doc = /** @type {Doc} */ (this.#wanted);
      done = doc;
      try {
        await this.#forecast(doc);
      } catch (error) {
        if (this.#wanted === doc) this.#failed(error);
      }
    }
    this.#running = false;
  }

  /** @param {Doc} doc */
  async #forecast(doc) {
    const isLatest = () => this.#wanted === doc;
    // The engine checks whatever it is given; a page's document is none of its types yet.
    const scenario = /** @type {any} */ (doc);
    // Side by side, the check first: a second engine need not wait until the first is done with it.
    const checking = this.api.validate(scenario, { hardware: true });
    const drafts = this.api.suite(scenario, { seed: this.seed, effort: "draft" });
    // Whatever is wrong with the scenario, the check tells it.
    drafts.catch(() => {});
    const valid = await checking;
    const { listener } = this;
    if (isLatest()) listener.onValid(valid);
    const drawn = listener.onDraft(await drafts, isLatest());
    if (!isLatest()) return;
    // Engines at work would keep the first figures from being drawn.
    await Promise.race([drawn, new Promise((resolve) => (this.#goOn = () => resolve(undefined)))]);
    if (!isLatest()) return;
    this.#refining = new AbortController();
    const { signal } = this.#refining;
    try {
      await this.api.suite(scenario, { seed: this.seed, effort: "full", signal, onResult: (/** @type {Row} */ row) => !signal.aborted && listener.onRow(row) });
    } finally {
      this.#refining = null;
    }
    if (isLatest()) listener.onSettled();
  }

  /** @param {unknown} error */
  #failed(error) {
    const { listener } = this;
    const problems = /** @type {{problems?: Problem[]}} */ (error)?.problems;
    // What a reader can put right has a code; a failed engine has none.
    if (Array.isArray(problems) && problems.some(({ code }) => code)) listener.onProblems(problems);
    else listener.onFault(error);
  }
}

/**
 * What is wrong with a scenario; nothing for one that can be built.
 * @param {typeof import("./nas-forecast.js")} api
 * @param {Doc} doc
 * @returns {Promise<Problem[]>}
 */
export async function problemsOf(api, doc) {
  try {
    // A workload may be missing, but not wrong.
    await api.validate(/** @type {any} */ (doc), { hardware: !Object.hasOwn(doc, "workload") });
    return [];
  } catch (error) {
    const problems = /** @type {{problems?: Problem[]}} */ (error)?.problems;
    if (!Array.isArray(problems)) throw error;
    return problems;
  }
}
