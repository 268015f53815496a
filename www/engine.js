// The engine in this thread.
//
// The worker runs this module, and so does the main thread where workers are forbidden.

import { Instance } from "./instance.js";
import * as glue from "./wasm/nas_forecast_web.js";

/** @typedef {import("./instance.js").Outcome} Outcome */

const instance = new Instance(glue);

/** @param {WebAssembly.Module} module */
export const start = (module) => instance.start(module);
export const restart = () => instance.restart();

/** Events between two looks at the clock: a millisecond or two. */
const EVENTS = 2000;
/** Worked before anybody else has a turn: a page draws in between, a worker hears that the job is not wanted any more. */
const SLICE_MS = 8;

/**
 * A job from beginning to end, in one go.
 * @param {string} method
 * @param {unknown[]} args
 * @returns {Outcome}
 */
export function call(method, args) {
  try {
    const begun = begin(method, args);
    if (typeof begun === "string") return { value: JSON.parse(begun) };
    for (;;) {
      const json = begun.step(EVENTS);
      if (json !== undefined) return { value: JSON.parse(finish(begun, json).json) };
    }
  } catch (thrown) {
    return instance.failure(thrown);
  }
}

/** @type {import("./instance.js").Engine["run"]} */
export async function run(method, args, pause) {
  try {
    const begun = begin(method, args);
    if (typeof begun === "string") return { json: begun };
    let paused = performance.now();
    for (;;) {
      const json = begun.step(EVENTS);
      if (json !== undefined) return finish(begun, json);
      if (performance.now() - paused < SLICE_MS) continue;
      if (!(await pause())) {
        begun.free();
        return { stopped: true };
      }
      paused = performance.now();
    }
  } catch (thrown) {
    return instance.failure(thrown);
  }
}

/** @param {string} method @param {unknown[]} args @returns {string | glue.Run} */
function begin(method, args) {
  return /** @type {Record<string, Function>} */ (/** @type {unknown} */ (glue))[method](...args);
}

/** @param {glue.Run} run @param {string} json */
function finish(run, json) {
  run.free();
  return { json };
}
