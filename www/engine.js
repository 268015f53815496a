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
 * Runs a job. A fault leaves the instance in an unknown state: end the worker, or `restart`.
 * @param {string} method
 * @param {unknown[]} args
 * @returns {Outcome}
 */
export function call(method, args) {
  const run = /** @type {Record<string, Function>} */ (/** @type {unknown} */ (glue))[method];
  try {
    return { value: run(...args) };
  } catch (thrown) {
    return failure(thrown);
  }
}

/** Simulated at once before the progress is told, so that telling costs nothing. */
const TELL_EVERY_MS = 100;

/**
 * Reads a trace chunk by chunk and gives the curves of cache policies on it.
 * @param {Blob} trace
 * @param {Record<string, unknown>} options
 * @param {(progress: unknown) => void | Promise<void>} tell may throw to stop
 * @returns {Promise<Outcome>}
 */
export async function curve(trace, options, tell) {
  let told = performance.now();
  /** @param {glue.CacheLab} lab */
  const pause = async (lab) => {
    if (performance.now() - told < TELL_EVERY_MS) return;
    told = performance.now();
    await tell({ ...lab.progress(), all_bytes: trace.size });
  };
  try {
    const lab = new glue.CacheLab(options);
    const reader = trace.stream().getReader();
    for (let chunk; !(chunk = await reader.read()).done; ) {
      lab.feed(chunk.value);
      await pause(lab);
    }
    lab.end();
    while (lab.step()) await pause(lab);
    const results = lab.results();
    lab.free();
    return { value: results };
  } catch (thrown) {
    const failed = failure(thrown);
    // Only later parts of a blkparse text told which events count: read it again, now knowing.
    const isLate = "problems" in failed && codeOf(failed.problems[0].value) === "late-queue-events";
    return isLate && !options.blkparse_event ? curve(trace, { ...options, blkparse_event: "Q" }, tell) : failed;
  }
}

/** @param {unknown} value */
function codeOf(value) {
  return typeof value === "object" && value !== null && "code" in value ? value.code : undefined;
}

/**
 * @param {unknown} thrown
 * @returns {Outcome}
 */
function failure(thrown) {
  return isProblems(thrown) ? { problems: thrown.problems } : { fault: panicMessage || String(thrown) };
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
