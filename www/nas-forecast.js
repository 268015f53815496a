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
 * @typedef {{ signal?: AbortSignal }} Abortable
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
