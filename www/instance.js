// One wasm instance in this thread: starts it, calls it, and tells a user's mistake from a fault of ours.

/**
 * What a call comes to, in a form that survives postMessage. Large values stay text until they are where they are used.
 * @typedef {{ value: unknown }
 *   | { json: string }
 *   | { stopped: true }
 *   | { problems: import("./nas-forecast.js").Problem[] }
 *   | { fault: string }} Outcome
 *
 * What this needs of a module's glue.
 * @typedef {object} Glue
 * @property {(options: { module_or_path: WebAssembly.Module }) => Promise<unknown>} default
 * @property {(handler: Function) => void} on_panic
 * @property {() => void} __wbg_reset_state
 *
 * Lets others have their turn and tells progress, if there is any; false where the job is not wanted any more.
 * @typedef {(progress?: unknown) => Promise<boolean>} Pause
 *
 * An engine as workers and seats know it.
 * @typedef {object} Engine
 * @property {(module: WebAssembly.Module) => Promise<void>} start must have ended before the first `run`
 * @property {(method: string, args: any[], pause: Pause) => Promise<Outcome>} run one job; a fault leaves the instance in
 *   an unknown state: end the worker, or `restart`
 * @property {() => void} restart a fresh instance in place of one that has died
 */

export class Instance {
  #glue;
  /** The message of the last panic: the trap that follows it carries none. */
  #panicMessage = "";

  /** @param {Glue} glue */
  constructor(glue) {
    this.#glue = glue;
  }

  /** @param {WebAssembly.Module} module */
  async start(module) {
    await this.#glue.default({ module_or_path: module });
    this.#watchPanics();
  }

  restart() {
    this.#panicMessage = "";
    this.#glue.__wbg_reset_state();
    this.#watchPanics();
  }

  #watchPanics() {
    this.#glue.on_panic((/** @type {string} */ message) => {
      this.#panicMessage = message;
    });
  }

  /**
   * What was thrown by a call.
   * @param {unknown} thrown
   * @returns {Outcome}
   */
  failure(thrown) {
    return isProblems(thrown) ? { problems: thrown.problems } : { fault: this.#panicMessage || String(thrown) };
  }
}

/**
 * @param {unknown} thrown
 * @returns {thrown is { problems: import("./nas-forecast.js").Problem[] }}
 */
function isProblems(thrown) {
  return typeof thrown === "object" && thrown !== null && "problems" in thrown;
}
