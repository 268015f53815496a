// From a scenario to reports, latest wins. A quick draft of the whole suite runs through even while a slider moves on,
// so the bars follow; once the reader pauses, the full simulation refines them, and any new input ends it.

/** @typedef {import("./document.js").Doc} Doc */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Problem} Problem */
/** @typedef {import("./types.js").Valid} Valid */

/**
 * @typedef {object} Listener
 * @property {(valid: Valid) => void} onValid
 * @property {(row: Row) => void} onRow
 * @property {(rows: Row[]) => void} onDraft every task that this NAS can do has a first figure for the latest scenario
 * @property {() => void} onSettled every task has its final figure
 * @property {(problems: Problem[]) => void} onProblems
 * @property {(error: unknown) => void} onFault
 */

/** A hand that pauses this long has let go, or wants to read. */
const PAUSE_MS = 180;

export class Runner {
  /** @type {Doc | null} */
  #wanted = null;
  #running = false;
  /** @type {AbortController | null} */
  #refining = null;
  /** @type {(() => void) | null} */
  #wake = null;

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
    this.#wake?.();
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
    const valid = await this.api.validate(scenario, { hardware: true });
    if (!isLatest()) return;
    this.listener.onValid(valid);
    const rows = await this.api.suite(scenario, { seed: this.seed, effort: "draft", onResult: (/** @type {Row} */ row) => this.listener.onRow(row) });
    if (!isLatest()) return;
    this.listener.onDraft(rows);
    await this.#pause();
    if (!isLatest()) return;
    this.#refining = new AbortController();
    const { signal } = this.#refining;
    try {
      await this.api.suite(scenario, { seed: this.seed, effort: "full", signal, onResult: (/** @type {Row} */ row) => !signal.aborted && this.listener.onRow(row) });
    } finally {
      this.#refining = null;
    }
    if (isLatest()) this.listener.onSettled();
  }

  #pause() {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), PAUSE_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
  }

  /** @param {unknown} error */
  #failed(error) {
    const problems = /** @type {{problems?: Problem[]}} */ (error)?.problems;
    // What a reader can put right has a code; a failed engine has none.
    if (Array.isArray(problems) && problems.some(({ code }) => code)) this.listener.onProblems(problems);
    else this.listener.onFault(error);
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
