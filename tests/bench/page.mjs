// How quick the page is, measured in Chromium on the built site: `node page.mjs [MANY] [MOVES] [VISITS] [NAS]`, for a quicker
// look with fewer of them; 0 leaves a part out.
//
// The first forecast after navigation; the time from a slider's input to new bars of the whole suite, and to the refined
// ones, over random moves with and without an SSD cache; the longest block of the main thread; layout shift; memory over
// many moves; and whether drafts lie inside the intervals of the full forecasts. Nothing else should run beside it.

import { readFile } from "node:fs/promises";
import { openSite } from "../tools/browser.mjs";

const [MANY_MOVES, MOVES, VISITS, NAS] = [2000, 200, 15, 12].map((usual, place) => Number(process.argv[2 + place] ?? usual));
const CACHED = "?v=1&nas.preset=synology-ds918-plus&drives.count=4&volume.raid=raid10&ssd_cache.mode=read-write&ssd_cache.drives.count=2&network.link_gbit=1";
const PLAIN = "?v=1&nas.preset=synology-ds1819-plus&drives.count=8&volume.raid=raid6&network.link_gbit=1";

/** @typedef {import("playwright-core").Page} Page */

/** @param {number[]} values @param {number} share */
const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))];

/** @param {number[]} values @param {string} [unit] */
const distribution = (values, unit = "ms") =>
  [["median", 0.5], ["p90", 0.9], ["p95", 0.95], ["p99", 0.99], ["max", 1]].map(([name, share]) => `${name} ${quantile(values, Number(share)).toFixed(0)} ${unit}`).join(", ");

/** @param {boolean} isMet */
const verdict = (isMet) => (isMet ? "met" : "MISSED");

/** What is observed on a page from its beginning. */
function observe() {
  const seen = { longest: 0, shift: 0, shiftBeforeInput: 0 };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: "longtask", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of /** @type {any[]} */ (list.getEntries())) {
      seen.shift += entry.value;
      if (!entry.hadRecentInput) seen.shiftBeforeInput += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Moves sliders as a hand would, and times the answers; runs inside the page. */
async function moves(/** @type {{count: number, seed: number, longestPause: number, refined: boolean}} */ { count, seed, longestPause, refined }) {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const results = /** @type {HTMLElement} */ (document.getElementById("results"));
  const sliders = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("#knobs input[type=range]")]).filter((each) => !(each.closest(".knob"))?.hasAttribute("hidden"));
  const until = (/** @type {() => boolean} */ isSo) =>
    new Promise((resolve) => {
      if (isSo()) return resolve(undefined);
      const observer = new MutationObserver(() => {
        if (!isSo()) return;
        observer.disconnect();
        resolve(undefined);
      });
      observer.observe(results, { attributes: true });
    });
  const first = [];
  const full = [];
  for (let move = 0; move < count; move++) {
    const slider = sliders[Math.floor(random() * sliders.length)];
    const before = Number(results.dataset.revision);
    const old = slider.value;
    slider.value = String(Number(slider.min) + random() * (Number(slider.max) - Number(slider.min)));
    if (slider.value === old) continue;
    // The page says at once whether it has something to work out: a slider may end where its setting was.
    const wasBusy = results.hasAttribute("aria-busy");
    results.removeAttribute("aria-busy");
    const start = performance.now();
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    slider.dispatchEvent(new Event("change", { bubbles: true }));
    if (!results.hasAttribute("aria-busy")) {
      if (wasBusy) results.setAttribute("aria-busy", "true");
      continue;
    }
    await until(() => Number(results.dataset.revision) > before || results.hasAttribute("data-stale"));
    if (results.hasAttribute("data-stale")) {
      // What can't be built has no bars: take it back.
      slider.value = old;
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      slider.dispatchEvent(new Event("change", { bubbles: true }));
      await until(() => !results.hasAttribute("data-stale") && Number(results.dataset.revision) > before);
      continue;
    }
    first.push(performance.now() - start);
    if (refined && move % 4 === 0) {
      await until(() => !results.hasAttribute("aria-busy"));
      full.push(performance.now() - start);
    }
    await new Promise((resolve) => setTimeout(resolve, random() * longestPause));
  }
  return { first, full };
}

/** Share of a draft's figures that lie in the full forecast's interval, over random NAS; runs inside the page. */
async function draftsInside(/** @type {number} */ count) {
  const api = await import(/** @type {any} */ (new URL("www/nas-forecast.js", document.baseURI).href));
  let [inside, all] = [0, 0];
  /** @type {string[]} */
  const outside = [];
  for (let index = 0; index < count; index++) {
    const nas = {
      version: 1,
      nas: { preset: ["synology-ds918-plus", "synology-ds1819-plus", "qnap-ts-473a", "synology-ds224-plus"][index % 4] },
      drives: { count: 2 + (index % 2) * 2 },
      network: { link_gbit: [1, 2.5, 10][index % 3] },
      ...(index % 2 ? { ssd_cache: { mode: "read-write", drives: { count: 2 } } } : {}),
    };
    const [drafts, fulls] = [await api.suite(nas, { effort: "draft" }), await api.suite(nas, { effort: "full" })];
    for (const [place, { id, report }] of fulls.entries()) {
      const of = (/** @type {any} */ each) => each.throughput_mb_s ?? each.iops ?? each.duration_s;
      const [draft, full] = [of(drafts[place].report), of(report)];
      if (!draft || !full) continue;
      all++;
      if (full.low <= draft.value && draft.value <= full.high) inside++;
      else outside.push(`${id} ${draft.value.toPrecision(3)} not in ${full.low.toPrecision(3)}..${full.high.toPrecision(3)}`);
    }
  }
  return { inside, all, outside: outside.slice(0, 12) };
}

/**
 * Waits inside the page: a locator that looks again and again would itself lay the page out, and block it.
 * @param {Page} page
 */
function settled(page) {
  return page.evaluate(() => new Promise((resolve) => {
    const look = () => (document.querySelector("#results[data-revision]:not([aria-busy])") ? resolve(undefined) : setTimeout(look, 100));
    look();
  }));
}

/** @param {Page} page @param {string} address */
async function openReady(page, address) {
  await page.addInitScript(observe);
  await page.goto(address);
  await settled(page);
}

/** @param {Page} page */
const seenOn = (page) => page.evaluate(() => /** @type {any} */ (window).seen);

const site = await openSite();

const firsts = [];
let shift = 0;
let block = 0;
for (let visit = 0; visit < VISITS; visit++) {
  const context = await site.browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(observe);
  await page.goto(site.address, { waitUntil: "commit" });
  firsts.push(await page.evaluate(() => new Promise((resolve) => {
    const look = () => (document.querySelector("#results[data-revision]") ? resolve(performance.now()) : requestAnimationFrame(look));
    look();
  })));
  await settled(page);
  const seen = await seenOn(page);
  [shift, block] = [Math.max(shift, seen.shiftBeforeInput), Math.max(block, seen.longest)];
  await context.close();
}
if (VISITS > 0) {
  console.log(`First forecast after navigation, ${VISITS} visits: ${distribution(firsts)}; at most 1,000 ms: ${verdict(quantile(firsts, 1) <= 1000)}`);
  console.log(`  longest block of the main thread ${block.toFixed(0)} ms, at most 50: ${verdict(block <= 50)}; layout shift ${shift.toFixed(4)}, below 0.02: ${verdict(shift < 0.02)}`);
}

for (const [name, query] of MOVES > 0 ? [["with an SSD cache", CACHED], ["without", PLAIN]] : []) {
  const page = await site.browser.newPage({ viewport: { width: 1280, height: 900 } });
  await openReady(page, site.address + query);
  const { first, full } = await page.evaluate(moves, { count: MOVES, seed: 7, longestPause: 500, refined: true });
  const { longest, shift: moved } = await seenOn(page);
  console.log(`\n${first.length} random slider moves, ${name}`);
  console.log(`  to new bars of the suite   ${distribution(first)}; p95 at most 100, max 250: ${verdict(quantile(first, 0.95) <= 100 && quantile(first, 1) <= 250)}`);
  console.log(`  to the refined bars        ${distribution(full)}; at most 1,000: ${verdict(quantile(full, 1) <= 1000)}`);
  console.log(`  longest block of the main thread ${longest.toFixed(0)} ms, at most 50: ${verdict(longest <= 50)}; layout shift ${moved.toFixed(4)}`);
  await page.close();
}

if (NAS > 0) {
  const drafts = await site.browser.newPage();
  await openReady(drafts, site.address);
  const { inside, all, outside } = await drafts.evaluate(draftsInside, NAS);
  console.log(`\nFirst answers inside the refined interval: ${inside} of ${all} (${((100 * inside) / all).toFixed(1)} %)`);
  for (const line of outside) console.log(`  ${line}`);
  await drafts.close();
}

if (MANY_MOVES > 0) {
  const page = await site.browser.newPage({ viewport: { width: 1280, height: 900 } });
  /** @type {string[]} */
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => void (message.type() === "error" && faults.push(message.text())));
  await openReady(page, site.address + CACHED);
  const session = await page.context().newCDPSession(page);
  console.log(`\nMemory over ${MANY_MOVES} moves`);
  const steps = [...new Set([0, 200, Math.round(MANY_MOVES / 2), MANY_MOVES])].filter((step) => step <= MANY_MOVES);
  for (const [index, step] of steps.entries()) {
    if (index > 0) await page.evaluate(moves, { count: step - steps[index - 1], seed: 11 + index, longestPause: 0, refined: false });
    await settled(page);
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    console.log(`  after ${String(step).padStart(5)}  page heap ${(usedSize / 2 ** 20).toFixed(1)} MiB, renderer ${(await rendererMib()).toFixed(0)} MiB, ${page.workers().length} workers`);
  }
  console.log(`  errors: ${faults.length === 0 ? "none" : faults.join(" | ")}`);
}
await site.close();

/** Memory of the largest renderer, engines included. */
async function rendererMib() {
  const browser = await site.browser.newBrowserCDPSession();
  const { processInfo } = await browser.send("SystemInfo.getProcessInfo");
  const sizes = await Promise.all(
    processInfo.filter(({ type }) => type === "renderer").map(async ({ id }) => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${id}/status`, "utf8"))?.[1] ?? 0) / 1024),
  );
  await browser.detach();
  return Math.max(...sizes);
}
