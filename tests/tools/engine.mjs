// The built engine's module, started in Node.

import { readFile } from "node:fs/promises";
import * as engine from "../../dist/www/engine.js";

export async function startEngine() {
  const bytes = await readFile(new URL("../../dist/www/wasm/nas_forecast_web_bg.wasm", import.meta.url));
  await engine.start(await WebAssembly.compile(new Uint8Array(bytes)));
}
