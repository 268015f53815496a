// The shapes the page works with, for the type checker only: those of the engine under the page's names, and its own.

/**
 * @typedef {object} Knob
 * @property {string} path
 * @property {string} section
 * @property {"number" | "choice" | "flag" | "preset" | "text"} kind
 * @property {string | null} unit
 * @property {number} min what is allowed
 * @property {number} max
 * @property {number} low what a slider spans
 * @property {number} high
 * @property {number} step
 * @property {boolean} whole
 * @property {"linear" | "log" | "choices"} scale
 * @property {(string | number)[] | null} choices
 * @property {boolean} nullable
 */

/** @typedef {import("./nas-forecast-types.js").Quantity} Quantity */
/** @typedef {import("./nas-forecast-types.js").StationReport} StationReport */
/** @typedef {import("./nas-forecast-types.js").Report} Report */
/** One row of the suite: the task on this NAS, and the same without its SSD cache where it has one. */
/** @typedef {import("./nas-forecast-types.js").SuiteRow} Row */
/** @typedef {import("./nas-forecast.js").Problem} Problem */
/** @typedef {import("./nas-forecast.js").Valid} Valid what the engine says of a scenario it accepts */

/** @typedef {"mb_s" | "mib_s" | "gbit_s" | "ops" | "time"} UnitId */

/**
 * What the reader chose about the page, not about the NAS.
 * @typedef {object} View
 * @property {UnitId} unit
 * @property {number} gb for "time for my … GB"
 * @property {"log" | "linear"} scale
 * @property {Record<string, number>} weights by task, 0..3
 */

export {};
