// The engine in this thread: starts the wasm module, calls it, and tells a user's mistake from a fault of ours.
//
// The worker runs this module, and so does the main thread where workers are forbidden.

import * as glue from "./wasm/nas_forecast_web.js";

/**
 * What a call comes to, in a form that survives postMessage.
 * @typedef {{ value: unknown }
 *   | { problems: import("./nas-forecast.js").Problem[] }
 *   | { fault: string }} Outcome
 */

/** The message of the last panic: the trap that follows it carries none. */
let panicMessage = "";

/**
 * Must have ended before the first `call`.
 * @param {WebAssembly.Module} module
 */
export async function start(module) {
  await glue.default({ module_or_path: module });
  watchPanics();
}

function watchPanics() {
  glue.on_panic((/** @type {string} */ message) => {
    panicMessage = message;
  });
}

/**
 * A fault leaves the instance in an unknown state: end the worker, or `restart`.
 * @param {string} method
 * @param {unknown[]} args
 * @returns {Outcome}
 */
export function call(method, args) {
  const run = /** @type {Record<string, Function>} */ (/** @type {unknown} */ (glue))[method];
  try {
    return { value: run(...args) };
  } catch (thrown) {
    if (isProblems(thrown)) return { problems: thrown.problems };
    return { fault: panicMessage || String(thrown) };
  }
}

/** A fresh instance in place of one that has died. */
export function restart() {
  panicMessage = "";
  glue.__wbg_reset_state();
  watchPanics();
}

/**
 * @param {unknown} thrown
 * @returns {thrown is { problems: import("./nas-forecast.js").Problem[] }}
 */
function isProblems(thrown) {
  return typeof thrown === "object" && thrown !== null && "problems" in thrown;
}
