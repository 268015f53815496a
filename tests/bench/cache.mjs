// Replays a trace in Chromium: the file goes through the browser's own file input into a worker, piece by piece.
// cache.mjs MODULE TRACE SIZE; for every line of standard input, a policy's name, it runs and prints a JSON line.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const [module, trace, size] = process.argv.slice(2);

const worker = `
// As the page reads a file (www/cache/engine.js): into one buffer again and again, what has come handed on at once.
const BUFFER = 1 << 20;
// A stream that only a promise refers to may be taken for garbage.
let reader;
async function run(instance, file, policy, size) {
  const { begin, chunk, feed, finish, memory } = instance.exports;
  const started = performance.now();
  begin(policy, size);
  reader = file.stream().getReader({ mode: "byob" });
  let buffer = new ArrayBuffer(BUFFER);
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(buffer));
    if (done) return { hits: finish(), seconds: (performance.now() - started) / 1000 };
    new Uint8Array(memory.buffer, chunk(), value.length).set(value);
    feed(value.length);
    ({ buffer } = value);
  }
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
