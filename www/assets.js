// Where the engine's module and its worker come from: two files beside this one.
//
// The single-file build puts another version of this module in its place, with both inlined (tests/tools/bundle.mjs).

/**
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compileEngine() {
  const address = new URL("./wasm/nas_forecast_web_bg.wasm", import.meta.url);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname}: HTTP status ${response.status}`);
  // Streaming needs the MIME type application/wasm, which not every static server sends.
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Throws, or gives a worker that fires `error`, where workers are forbidden.
 * @returns {Worker}
 */
export function startWorker() {
  return new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "nas-forecast" });
}
