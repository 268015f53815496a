// The module as browsers get it, in Node: the same glue, the same optimised bytes.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, test } from "node:test";
import * as engine from "../../dist/www/engine.js";

before(async () => {
  const bytes = await readFile(new URL("../../dist/www/wasm/nas_forecast_web_bg.wasm", import.meta.url));
  await engine.start(await WebAssembly.compile(new Uint8Array(bytes)));
});

test("the engine tells its version", () => {
  const outcome = engine.call("version", []);
  assert.ok("value" in outcome);
  assert.match(String(outcome.value), /^\d+\.\d+\.\d+$/);
});

test("a restarted engine works as a new one does", () => {
  engine.restart();
  assert.deepEqual(engine.call("version", []), engine.call("version", []));
});
