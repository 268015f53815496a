// What a long trace costs in the browser: 100 M requests, made up on the way and kept nowhere, go through the page's own
// module in a Chromium worker; five policies at 32 sizes come out. Prints the module's memory at its largest.
// memory.mjs GLUE_FOLDER [MILLIONS]
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { chromium } from "playwright-core";

const [folder, millions = "100"] = process.argv.slice(2);
const POLICIES = ["lru", "arc", "s3-fifo", "two-q", "w-tiny-lfu"];
const MIB = 1 << 20;
const MOST_MIB = 256;

const worker = `
import init, { CacheLab } from "/glue.js";
// Records as libCacheSim writes them: Zipf's law over 20 M objects (its sum taken as an integral), ids spread over 64 bits.
const RECORD = 24, RECORDS = 40_000, OBJECTS = 20_000_000;
let state = 42;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
onmessage = async ({ data: { millions, policies } }) => {
  const { memory } = await init({ module_or_path: "/lab.wasm" });
  const lab = new CacheLab({ format: "oracle-general", policies });
  const view = new DataView(new ArrayBuffer(RECORD * RECORDS));
  const started = performance.now();
  for (let at = 0; at < millions * 1e6; at += RECORDS) {
    for (let i = 0; i < RECORDS; i++) {
      const rank = Math.floor(OBJECTS ** random());
      view.setUint32(i * RECORD, Math.floor((at + i) / 1000), true);
      view.setUint32(i * RECORD + 4, Math.imul(rank, 0x9e3779b1), true);
      view.setUint32(i * RECORD + 8, rank, true);
      view.setUint32(i * RECORD + 12, 4096, true);
    }
    lab.feed(new Uint8Array(view.buffer));
  }
  lab.end();
  const read = performance.now();
  while (lab.step());
  const results = lab.results();
  postMessage({
    requests: results.requests,
    distinct: results.distinct_blocks,
    points: results.mrc.map(({ points }) => points.length),
    rate: results.mrc[1].sample_rate,
    error: Math.max(...results.mrc.map(({ error }) => error)),
    bytes: memory.buffer.byteLength,
    read_s: (read - started) / 1000,
    step_s: (performance.now() - read) / 1000,
  });
};`;

/** @type {Record<string, [string, string | Buffer]>} */
const files = {
  "/": ["text/html", "<!doctype html><title>Memory</title>"],
  "/worker.js": ["text/javascript", worker],
  "/glue.js": ["text/javascript", readFileSync(join(folder, "nas_forecast_cache_web.js"))],
  "/lab.wasm": ["application/wasm", readFileSync(join(folder, "nas_forecast_cache_web_bg.wasm"))],
};
const server = createServer((request, response) => {
  const [type, body] = files[request.url ?? ""] ?? ["text/plain", ""];
  response.writeHead(200, { "content-type": type }).end(body);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  const found = await page.evaluate(
    ([millions, policies]) =>
      new Promise((resolve, reject) => {
        const worker = new Worker("/worker.js", { type: "module" });
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage({ millions, policies });
      }),
    /** @type {[number, string[]]} */ ([Number(millions), POLICIES]),
  );
  const { requests, distinct, points, rate, error, bytes, read_s, step_s } = /** @type {any} */ (found);
  console.log(`A long trace in Chromium: ${requests / 1e6} M requests to ${(distinct / 1e6).toFixed(1)} M blocks, ${points.length} policies at ${points[0]} sizes`);
  console.log(`memory of the module ${(bytes / MIB).toFixed(0)} MiB (asked for: ${MOST_MIB}); curves from ${(100 * rate).toFixed(2)} % of the blocks, stated ±${(100 * error).toFixed(2)} points`);
  console.log(`made and read in ${read_s.toFixed(0)} s, simulated in ${step_s.toFixed(0)} s`);
  process.exitCode = bytes <= MOST_MIB * MIB ? 0 : 1;
} finally {
  await browser.close();
  server.close();
}
