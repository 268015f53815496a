// Takes the place of www/assets.js in the single-file build: the engine's module and its worker come from the file itself.
//
// esbuild resolves the two imports (bundle.mjs): the module's bytes, and the worker with all that it imports as text.

import wasm from "inline:wasm";
import worker from "inline:worker";

/** @returns {Promise<WebAssembly.Module>} */
export async function compileEngine() {
  return WebAssembly.compile(wasm);
}

/** @returns {Worker} */
export function startWorker() {
  const address = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
  return new Worker(address, { name: "nas-forecast" });
}
