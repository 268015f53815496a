// What a promise of the interface rejects with.

/**
 * One thing that is wrong.
 * @typedef {object} Problem
 * @property {string} path where in the scenario, as in `network.link_gbit`; empty: the document or the engine as a whole
 * @property {string} message in English; `code` and the rest are what to make another sentence of
 * @property {unknown} allowed a range, a list of choices, …; null where it can't be said
 * @property {string} [code]
 * @property {unknown} [value] what stands there
 * @property {string | null} [nearest] the right name that looks most like the wrong one
 * @property {number | null} [line]
 * @property {number | null} [column]
 */

export class ForecastError extends Error {
  /** @param {Problem[]} problems */
  constructor(problems) {
    super(problems.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join("\n"));
    this.name = "ForecastError";
    /** Everything that is wrong, not only the first. */
    this.problems = problems;
  }

  /**
   * The engine itself has failed: a fault of ours, whatever was asked.
   * @param {unknown} reason
   */
  static fault(reason) {
    const detail = reason instanceof Error ? reason.message : String(reason);
    return new ForecastError([{ path: "", message: `the engine failed: ${detail}`, allowed: null }]);
  }
}
