// The golden cases in wasm under Node: the reports of the native engine, to the last bit.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as engine from "../../dist/www/engine.js";
import { goldenCases } from "../tools/golden.mjs";
import { startEngine } from "../tools/engine.mjs";

await startEngine();

for (const { name, scenario, report } of await goldenCases()) {
  test(`${name}: the same report in Node as natively`, () => {
    assert.deepStrictEqual(engine.call("forecast", [scenario, report.seed, false]), { value: report });
  });
}
