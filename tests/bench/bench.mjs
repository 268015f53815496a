// Puts the benchmark's figures together: `node bench.mjs NATIVE_PROGRAM BENCH_WASM PYTHON`.
//
// The same closed queue natively, in wasm and in SimPy, beside a loop that only uses a binary heap: no event loop on one
// can be faster. All runs are made one after the other in this one run, each figure is their median, and seconds are those
// on the processor: what else the machine does stretches the others.

import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as engine from "../../dist/www/engine.js";
import { startEngine } from "../tools/engine.mjs";

const [nativeProgram, benchWasm, python] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));

const EVENTS = 4_000_000;
const SIMPY_EVENTS = 200_000;
const RUNS = 7;

/**
 * What a program prints.
 * @param {string} program
 * @param {string[]} args
 */
function json(program, ...args) {
  return JSON.parse(execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 26 }));
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

/** @param {NodeJS.CpuUsage} start */
function since(start) {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

/**
 * Seconds that `run` takes: the median of several, after one that warms up.
 * @param {() => unknown} run
 */
function seconds(run) {
  run();
  return median(
    Array.from({ length: RUNS }, () => {
      const start = process.cpuUsage();
      run();
      return since(start);
    }),
  );
}

/** @param {number} rate */
const millions = (rate) => `${(rate / 1e6).toFixed(2).padStart(8)} M`;

/** @param {boolean} isMet */
const verdict = (isMet) => (isMet ? "met" : "MISSED");

console.log(`${cpus()[0].model}, ${availableParallelism()} cores, Node ${process.version}\n`);

const bytes = await readFile(benchWasm);
const { instance } = await WebAssembly.instantiate(new Uint8Array(bytes));
const wasm = /** @type {Record<string, (events: number) => bigint>} */ (/** @type {unknown} */ (instance.exports));

const native = json(nativeProgram, "events", String(EVENTS), String(RUNS));
const heapWasm = EVENTS / seconds(() => wasm.heap_run(EVENTS));
const engineWasm = EVENTS / seconds(() => wasm.closed_queue_run(EVENTS));
const simpy = json(python, join(here, "closed_queue.py"), String(SIMPY_EVENTS)).events_per_s;
if (BigInt(native.closed_queue_end_ns) !== BigInt.asUintN(64, wasm.closed_queue_run(EVENTS))) {
  throw new Error("the closed queue ends at another time in wasm than natively");
}

console.log(`A closed queue of ${native.jobs} jobs at ${native.stations} stations, events a second`);
console.log(`  bare binary heap, native  ${millions(native.heap_per_s)}   the bound`);
console.log(`  engine, native            ${millions(native.closed_queue_per_s)}   at least 8 M: ${verdict(native.closed_queue_per_s >= 8e6)}`);
console.log(`  bare binary heap, wasm    ${millions(heapWasm)}`);
const share = engineWasm / native.closed_queue_per_s;
console.log(`  engine, wasm              ${millions(engineWasm)}   ${Math.round(share * 100)} % of native, at least 60 %: ${verdict(share >= 0.6)}`);
const gain = native.closed_queue_per_s / simpy;
console.log(`  SimPy                     ${millions(simpy)}   the engine is ${Math.round(gain)} times as fast, at least 50: ${verdict(gain >= 50)}`);

const suite = json(nativeProgram, "suite");
await startEngine();
const started = process.cpuUsage();
const { suite: ids } = value(engine.call("catalog", []));
value(engine.call("suite_rows", [suite.hardware, JSON.stringify(ids), 42, false]));
const suiteWasm = since(started);
console.log(`\nThe suite, ${suite.rows} workloads with and without SSD cache`);
console.log(`  native  ${suite.seconds.toFixed(2).padStart(6)} s   ${millions(suite.events / suite.seconds).trim()} events a second`);
console.log(`  wasm    ${suiteWasm.toFixed(2).padStart(6)} s   ${millions(suite.events / suiteWasm).trim()} events a second`);

console.log("\nHow the cost of one forecast grows (native)");
for (const { what, costs, exponent } of json(nativeProgram, "growth")) {
  console.log(`  ${what}: ${growth(exponent)}`);
  for (const [size, seconds, events] of costs) {
    const each = ((seconds / events) * 1e9).toFixed(0);
    console.log(`  ${String(size).padStart(10)} ${(seconds * 1000).toFixed(1).padStart(9)} ms ${String(events).padStart(9)} events ${each.padStart(6)} ns each`);
  }
}

/** @param {number} exponent */
function growth(exponent) {
  const kind = exponent < 0.3 ? "flat" : exponent <= 1.1 ? "at most linear" : "MORE THAN LINEAR";
  return `${kind} (power ${exponent.toFixed(2)})`;
}

/**
 * @param {import("../../www/engine.js").Outcome} outcome
 * @returns {any}
 */
function value(outcome) {
  if ("value" in outcome) return outcome.value;
  throw new Error(JSON.stringify(outcome));
}
