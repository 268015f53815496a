// nas-forecast for JavaScript: everything returns a promise and is worked out beside the page, in workers.
//
//   import { forecast, latest } from "./nas-forecast.js";
//   const report = await forecast({ version: 1, nas: { preset: "synology-ds918-plus" }, workload: { preset: "one-big-file-down" } });
//
// Every function takes `{ signal }` last and stops at once when it aborts. What is wrong with an input rejects with a
// `ForecastError`, whose `problems` name each path.

import { compileEngine, startWorker } from "./assets.js";
import { ForecastError } from "./error.js";
import { Pool } from "./pool.js";

export { ForecastError };

/**
 * @typedef {import("./error.js").Problem} Problem
 * @typedef {Record<string, any>} Scenario
 * @typedef {import("./nas-forecast-types.js").Assumption} Assumption
 * @typedef {import("./nas-forecast-types.js").Warning} Warning
 * @typedef {{ scenario: Scenario, assumptions: Assumption[], warnings: Warning[] }} Valid
 *
 * @typedef {"nas" | "cpus" | "drives" | "ssds" | "workloads"} Table
 * @typedef {Record<Table, Record<string, Record<string, any>>> & { suite: string[] }} Catalog
 *
 * @typedef {{ signal?: AbortSignal }} Abortable
 * @typedef {{ hardware?: boolean }} Partial hardware: only the hardware counts, the workload may be missing
 */

// A core stays free for the page; more than four engines gain nothing for one suite and cost memory.
const ENGINES = Math.max(1, Math.min(4, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1));
const pool = new Pool({ compileEngine, startWorker }, ENGINES);

/**
 * The engine's version, as in `0.1.0`.
 * @param {Abortable} [options]
 * @returns {Promise<string>}
 */
export async function version({ signal } = {}) {
  return pool.run("version", [], signal);
}

/**
 * Checks a scenario: rejects with everything that is wrong, else tells what had to be assumed and what deserves a word.
 * @param {Scenario | string} scenario a document, or JSON text
 * @param {Abortable & Partial} [options]
 * @returns {Promise<Valid>}
 */
export async function validate(scenario, { signal, hardware = false } = {}) {
  return pool.run("validate", [text(scenario), hardware], signal);
}

/**
 * The scenario with every preset and default filled in.
 * @param {Scenario | string} scenario
 * @param {Abortable & Partial} [options]
 * @returns {Promise<Scenario>}
 */
export async function resolve(scenario, options) {
  return (await validate(scenario, options)).scenario;
}

/**
 * Every preset there is: rows by name for each table, and the ids of the suite's workloads.
 * @param {Abortable} [options]
 * @returns {Promise<Catalog>}
 */
export async function catalog({ signal } = {}) {
  return pool.run("catalog", [], signal);
}

/**
 * Makes a function of this module latest-wins, for controls that fire faster than it answers: a new call aborts the one
 * before, which then rejects with an `AbortError`.
 * @template {unknown[]} Args
 * @template Result
 * @param {(...args: [...Args, Abortable]) => Promise<Result>} run
 * @returns {(...args: Args) => Promise<Result>}
 */
export function latest(run) {
  /** @type {AbortController | undefined} */
  let current;
  return (...args) => {
    current?.abort();
    current = new AbortController();
    return run(...args, { signal: current.signal });
  };
}

/**
 * The engine reads JSON itself, so that it can tell what is wrong with a text.
 * @param {unknown} scenario
 * @returns {string}
 */
function text(scenario) {
  if (typeof scenario === "string") return scenario;
  let json;
  try {
    json = JSON.stringify(scenario);
  } catch (thrown) {
    // A cycle, or a big integer.
    throw new ForecastError([{ path: "", message: `not JSON: ${thrown}`, allowed: null }]);
  }
  return json ?? "";
}
