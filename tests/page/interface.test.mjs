// The JavaScript interface in a real browser: promises, workers, aborting, engines that die.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openSite } from "../tools/browser.mjs";
import { sabotagedEngine } from "../tools/sabotage.mjs";

const VERSION = /^\d+\.\d+\.\d+$/;
const NO_WORKERS = { "content-security-policy": "script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'" };

/** @typedef {Awaited<ReturnType<typeof openSite>>} Site */

/** @type {Site} */
let site;
/** @type {Site} */
let siteWithoutWorkers;

before(async () => {
  site = await openSite();
  siteWithoutWorkers = await openSite(NO_WORKERS);
});

after(async () => {
  await site.close();
  await siteWithoutWorkers.close();
});

/**
 * A page of the site without a script of its own, but for the interface as `api`.
 * @param {Site} where
 * @param {Buffer} [engine] takes the place of the engine's module
 */
async function openPage({ browser, address }, engine) {
  const page = await browser.newPage();
  if (engine) {
    await page.route("**/*.wasm", (route) => route.fulfill({ body: engine, contentType: "application/wasm" }));
  }
  await page.goto(`${address}www/engine.js`);
  await page.evaluate(async () => {
    Object.assign(globalThis, { api: await import(/** @type {any} */ ("/www/nas-forecast.js")) });
  });
  return page;
}

/**
 * What `promise` of the page comes to, errors as plain data.
 * @param {import("playwright-core").Page} page
 * @param {string} expression
 * @returns {Promise<any>}
 */
function outcome(page, expression) {
  return page.evaluate(`(async () => ${expression})().then(
    (value) => ({ value }),
    (error) => ({ name: error.name, isError: error instanceof Error, message: error.message, problems: error.problems }))`);
}

test("the interface answers from a worker", async () => {
  const page = await openPage(site);
  assert.match((await outcome(page, "api.version()")).value, VERSION);
  assert.equal(page.workers().length, 1);
});

test("where workers are forbidden the main thread answers", async () => {
  const page = await openPage(siteWithoutWorkers);
  assert.match((await outcome(page, "api.version()")).value, VERSION);
  assert.equal(page.workers().length, 0);
});

test("a call whose signal has aborted already rejects with the signal's reason", async () => {
  const page = await openPage(site);
  assert.equal((await outcome(page, "api.version({ signal: AbortSignal.abort() })")).name, "AbortError");
});

test("aborting stops an engine that runs, and the next call gets another", async () => {
  const page = await openPage(site, await sabotagedEngine("version", "hang"));
  const aborted = await outcome(page, "api.version({ signal: AbortSignal.timeout(200) })");
  assert.equal(aborted.name, "TimeoutError");
  assert.ok((await outcome(page, "api.catalog()")).value);
});

test("a wrong scenario rejects with every problem, each with its path, a message and what is allowed", async () => {
  const page = await openPage(site);
  const { isError, problems } = await outcome(page, 'api.validate({ version: 1, nas: { ram_gb: 8 }, drives: { count: 99 }, workload: { kind: "rebild" } })');
  assert.ok(isError);
  const paths = problems.map((/** @type {any} */ { path }) => path);
  assert.deepEqual(paths.sort(), ["drives.count", "nas.ram_gb", "workload.kind"]);
  for (const problem of problems) {
    assert.ok(problem.message.length > 0);
    assert.ok("allowed" in problem);
  }
});

test("a scenario may be JSON text, which is read as strictly as a file", async () => {
  const page = await openPage(site);
  const text = '{"version": 1, "version": 1, "workload": {"kind": "rebuild"}}';
  const { problems } = await outcome(page, `api.validate('${text}')`);
  assert.equal(problems[0].code, "duplicate-key");
});

test("what JSON can't hold rejects like any other wrong scenario", async () => {
  const page = await openPage(site);
  for (const scenario of ["{ version: 1n }", "undefined", "null"]) {
    assert.equal((await outcome(page, `api.validate(${scenario})`)).problems.length, 1, scenario);
  }
});

test("a suite gives its rows one by one and at the end together, in the suite's order", async () => {
  const page = await openPage(site);
  const { value } = await outcome(
    page,
    `(async () => {
      const told = [];
      const rows = await api.suite(
        { version: 1, nas: { preset: "synology-ds1819-plus" }, drives: { count: 8 }, volume: { raid: "raid6" }, ssd_cache: {} },
        { effort: "draft", onResult: ({ id }) => told.push(id) });
      const { suite } = await api.catalog();
      return { told, suite, rows: rows.map(({ id, report_without_cache }) => [id, report_without_cache !== null]) };
    })()`,
  );
  assert.deepEqual(value.rows, value.suite.map((/** @type {string} */ id) => [id, true]));
  assert.deepEqual(value.told.sort(), value.suite.sort());
});

test("a suite of a wrong scenario rejects once, with its problems", async () => {
  const page = await openPage(site);
  const { problems } = await outcome(page, "api.suite({ version: 1, drives: { count: 99 } })");
  assert.deepEqual(problems.map((/** @type {any} */ { path }) => path), ["drives.count"]);
});

test("a trace gives the curves of its policies, with its progress told on the way", async () => {
  const page = await openPage(site);
  // Blocks 1 to 4 in a circle: an LRU cache of three always misses, one of four misses each block once.
  const { value } = await outcome(
    page,
    `api.cacheCurve("1\\n2\\n3\\n4\\n".repeat(5), { policies: ["lru", "belady"], sizes: [3, 4] })`,
  );
  assert.equal(value.format, "ids");
  const [lru, belady] = value.mrc;
  assert.deepEqual(lru.points, [{ size: 3, miss_ratio: 1 }, { size: 4, miss_ratio: 0.2 }]);
  assert.ok(belady.points[0].miss_ratio < 1);
});

test("a trace that is none rejects with what is wrong with it", async () => {
  const page = await openPage(site);
  const { problems } = await outcome(page, 'api.cacheCurve("once upon a time\\nthere was no trace")');
  assert.equal(problems[0].path, "trace");
  assert.equal(typeof problems[0].value.code, "string");
});

test("a policy that doesn't exist is refused by name", async () => {
  const page = await openPage(site);
  const { problems } = await outcome(page, 'api.cacheCurve("1\\n2\\n", { policies: ["lru", "lra"] })');
  assert.deepEqual(problems.map((/** @type {any} */ { path }) => path), ["options.policies.1"]);
});

test("of calls made by `latest` only the last one is answered", async () => {
  const page = await openPage(site);
  const names = await page.evaluate(`(async () => {
    const version = api.latest(api.version);
    const calls = await Promise.allSettled([version(), version(), version()]);
    return calls.map(({ status, reason }) => reason?.name ?? status);
  })()`);
  assert.deepEqual(names, ["AbortError", "AbortError", "fulfilled"]);
});

for (const [where, open] of /** @type {const} */ ([
  ["in a worker", (/** @type {Buffer} */ engine) => openPage(site, engine)],
  ["on the main thread", (/** @type {Buffer} */ engine) => openPage(siteWithoutWorkers, engine)],
])) {
  test(`an engine that dies ${where} rejects clearly, and the next call gets another`, async () => {
    const page = await open(await sabotagedEngine("version", "trap"));
    const { isError, name, problems } = await outcome(page, "api.version()");
    assert.ok(isError);
    assert.equal(name, "ForecastError");
    assert.equal(problems.length, 1);
    assert.match(problems[0].message, /the engine failed: .*unreachable/);
    assert.ok((await outcome(page, "api.catalog()")).value);
  });
}

test("an engine that can't be loaded rejects, and loads when it can", async () => {
  const page = await openPage(site);
  await page.route("**/*.wasm", (route) => route.fulfill({ status: 503 }), { times: 1 });
  assert.match((await outcome(page, "api.version()")).problems[0].message, /HTTP status 503/);
  assert.match((await outcome(page, "api.version()")).value, VERSION);
});
