// What a promise of the interface rejects with.

/**
 * One thing that is wrong.
 * @typedef {object} Problem
 * @property {string} path where in the scenario, as in `network.link_gbit`; empty: the document or the engine as a whole
 * @property {string} message
 * @property {string} allowed
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
    return new ForecastError([{ path: "", message: `the engine failed: ${detail}`, allowed: "" }]);
  }
}
