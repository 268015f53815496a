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

/**
 * @param {string} method
 * @param {unknown[]} args
 * @returns {Outcome}
 */
export function call(method, args) {
  const run = /** @type {Record<string, Function>} */ (/** @type {unknown} */ (glue))[method];
  try {
    return { value: run(...args) };
  } catch (thrown) {
    return instance.failure(thrown);
  }
}

/** @type {import("./instance.js").Engine["run"]} */
export async function run(method, args) {
  return call(method, args);
}
