// Where the modules and their workers come from: files beside this one.
//
// The single-file build puts another version of this module in its place, with all inlined (tests/tools/bundle.mjs).

/**
 * @typedef {object} Assets
 * @property {() => Promise<WebAssembly.Module>} compile
 * @property {() => Worker} startWorker throws, or gives a worker that fires `error`, where workers are forbidden
 * @property {() => Promise<import("./instance.js").Engine>} load the engine for this thread, where it has to do
 */

/** What forecasts. @type {Assets} */
export const forecaster = {
  compile: () => compile(new URL("./wasm/nas_forecast_web_bg.wasm", import.meta.url)),
  startWorker: () => new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "nas-forecast" }),
  load: () => import("./engine.js"),
};

/** The cache laboratory, a module of its own that only those load who ask for it. @type {Assets} */
export const laboratory = {
  compile: () => compile(new URL("./wasm/nas_forecast_cache_web_bg.wasm", import.meta.url)),
  startWorker: () => new Worker(new URL("./cache/worker.js", import.meta.url), { type: "module", name: "nas-forecast-cache" }),
  load: () => import("./cache/engine.js"),
};

/** @param {URL} address @returns {Promise<WebAssembly.Module>} */
async function compile(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname}: HTTP status ${response.status}`);
  // Streaming needs the MIME type application/wasm, which not every static server sends.
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
