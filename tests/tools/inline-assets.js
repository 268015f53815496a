// Takes the place of www/assets.js in the single-file builds: modules and workers come from the file itself.
//
// esbuild resolves the imports (bundle.mjs): a module's bytes, and a worker with all that it imports as text. What a bundle
// doesn't use it leaves out, so the page's own bundle goes without the cache laboratory.

import laboratoryWasm from "inline:wasm/nas_forecast_cache_web_bg.wasm";
import laboratoryWorker from "inline:cache/worker.js";
import forecasterWasm from "inline:wasm/nas_forecast_web_bg.wasm";
import forecasterWorker from "inline:worker.js";

/** @type {import("../../www/assets.js").Assets} */
export const forecaster = {
  compile: () => WebAssembly.compile(forecasterWasm),
  startWorker: () => startWorker(forecasterWorker, "nas-forecast"),
  load: () => import("../../www/engine.js"),
};

/** @type {import("../../www/assets.js").Assets} */
export const laboratory = {
  compile: () => WebAssembly.compile(laboratoryWasm),
  startWorker: () => startWorker(laboratoryWorker, "nas-forecast-cache"),
  load: () => import("../../www/cache/engine.js"),
};

/** @param {string} script @param {string} name @returns {Worker} */
function startWorker(script, name) {
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  return new Worker(address, { name });
}
