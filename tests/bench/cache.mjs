// Replays a trace in Chromium: the file goes through the browser's own file input into a worker, chunk by chunk.
// cache.mjs MODULE TRACE SIZE; for every line of standard input, a policy's name, it runs and prints a JSON line.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const [module, trace, size] = process.argv.slice(2);

const worker = `
// Large slices, two under way: every one is a trip to the browser's process and back. The module takes them in pieces.
const SLICE = 16 << 20;
// Small enough to stay in the processor's second-level cache from the copy to the reading.
const PIECE = 1 << 18;
async function run(instance, file, policy, size) {
  const { begin, chunk, feed, finish, memory } = instance.exports;
  const started = performance.now();
  begin(policy, size);
  const read = (at) => file.slice(at, at + SLICE).arrayBuffer();
  const coming = [read(0), read(SLICE)];
  for (let at = 0; at < file.size; at += SLICE) {
    const slice = await coming.shift();
    coming.push(read(at + 2 * SLICE));
    for (let from = 0; from < slice.byteLength; from += PIECE) {
      const piece = new Uint8Array(slice, from, Math.min(PIECE, slice.byteLength - from));
      new Uint8Array(memory.buffer, chunk(), piece.length).set(piece);
      feed(piece.length);
    }
  }
  return { hits: finish(), seconds: (performance.now() - started) / 1000 };
}
let compiled;
onmessage = async ({ data: { file, policy, size } }) => {
  // Compiled once: what the browser's optimiser has made of it stays for the next runs.
  compiled ??= WebAssembly.compileStreaming(fetch("/replay.wasm"));
  const module = await compiled;
  const names = (await WebAssembly.instantiate(module, {})).exports;
  const name = new TextEncoder().encode(policy);
  // The chunk first: it is made on the way, which may move the memory.
  const chunk = names.chunk();
  new Uint8Array(names.memory.buffer, chunk, name.length).set(name);
  const number = names.policy(name.length);
  postMessage(await run(await WebAssembly.instantiate(module, {}), file, number, size));
};
// What fails in a promise ends the wait too.
onunhandledrejection = ({ reason }) => setTimeout(() => { throw reason; });`;

/** @type {Record<string, [string, string | Buffer]>} */
const files = {
  "/": ["text/html", '<!doctype html><title>Replay</title><input type="file">'],
  "/worker.js": ["text/javascript", worker],
  "/replay.wasm": ["application/wasm", readFileSync(module)],
};
const server = createServer((request, response) => {
  const file = files[request.url ?? ""];
  const [type, body] = file ?? ["text/plain", ""];
  response.writeHead(file ? 200 : 404, { "content-type": type }).end(body);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.setInputFiles("input", trace);
  await page.evaluate(() => {
    const worker = new Worker("/worker.js");
    const file = document.querySelector("input")?.files?.[0];
    Object.assign(window, {
      run: (/** @type {string} */ policy, /** @type {number} */ size) =>
        new Promise((resolve, reject) => {
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = (event) => reject(new Error(event.message));
          worker.postMessage({ file, policy, size });
        }),
    });
  });
  const devtools = await browser.newBrowserCDPSession();
  /** Processor time so far of the page's process, which computes, and of the browser's own, which fetches the file; s. */
  const cpu = async () => {
    const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
    const of = (/** @type {string} */ kind) =>
      processInfo.filter(({ type }) => type === kind).reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    return { page: of("renderer"), browser: of("browser") };
  };
  for await (const policy of createInterface({ input: process.stdin })) {
    const before = await cpu();
    const result = await page.evaluate(([policy, size]) => /** @type {any} */ (window).run(policy, Number(size)), [policy, size]);
    const after = await cpu();
    console.log(JSON.stringify({ policy, ...result, cpu_s: after.page - before.page, fetch_cpu_s: after.browser - before.browser }));
  }
} finally {
  await browser.close();
  server.close();
}
