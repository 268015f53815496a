// The module as browsers get it, in Node: the same glue, the same optimised bytes.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as engine from "../../dist/www/engine.js";
import { startEngine } from "../tools/engine.mjs";

await startEngine();

test("the engine tells its version", () => {
  const outcome = engine.call("version", []);
  assert.ok("value" in outcome);
  assert.match(String(outcome.value), /^\d+\.\d+\.\d+$/);
});

test("a restarted engine works as a new one does", () => {
  const scenario = '{"version": 1, "workload": {"preset": "jpg-photos"}}';
  const before = engine.call("forecast", [scenario, 1, true]);
  engine.restart();
  assert.deepStrictEqual(engine.call("forecast", [scenario, 1, true]), before);
});

test("a call that the module doesn't know is a fault, not a problem of the user's", () => {
  assert.ok("fault" in engine.call("no_such_function", []));
});
