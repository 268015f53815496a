// The cache laboratory's page: examples, dropped files, cancelling, broken files, the forecast, export, accessibility.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { openSite, site as folder } from "../tools/browser.mjs";
import de from "../../www/cache/text/de.js";
import en from "../../www/cache/text/en.js";
import fr from "../../www/cache/text/fr.js";
import pt from "../../www/cache/text/pt.js";

/** @typedef {import("playwright-core").Page} Page */

const CATALOGUES = { en, fr, de, pt };

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
/** @type {string} */
let axe;
/** @type {string} */
let files;

before(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  files = await mkdtemp(join(tmpdir(), "nas-forecast-"));
  site = await openSite({ "content-security-policy": "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'" });
});

after(async () => {
  await site.close();
  await rm(files, { recursive: true });
});

/**
 * @param {string} [query]
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
async function open(query = "lang=en", options = { viewport: { width: 1280, height: 900 } }) {
  const page = await site.browser.newPage({ ...STILL, ...options });
  /** @type {string[]} */
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => void (message.type() === "error" && faults.push(message.text())));
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${site.address}www/cache/?${query}`);
  await page.locator(".drop").waitFor({ timeout: 30_000 });
  return { page, faults, asked };
}

/** No smooth scrolling: it would move what a test points at. */
const STILL = /** @type {const} */ ({ reducedMotion: "reduce" });

/** @param {Page} page */
const curves = (page) => page.locator(".curves .lines .series").first().waitFor({ timeout: 120_000 });

/** @param {Page} page */
const bought = (page) => page.locator(".buy tbody tr").nth(4).waitFor({ timeout: 120_000 });

/** @param {Page} page @param {string} name @param {string | Buffer} content */
async function give(page, name, content) {
  await writeFile(join(files, name), content);
  await page.locator("#recording").setInputFiles(join(files, name));
}

/** 400 records over a hundred blocks of 64 KiB in a circle. */
const CIRCLE = "time,op,offset,size\n" + Array.from({ length: 400 }, (_, i) => `${i},${i % 4 ? "R" : "W"},${(i % 100) * 65536},65536\n`).join("");

test("an example gives curves, a working set, facts and a forecast, and nothing leaves for another host", async () => {
  const { page, faults, asked } = await open("lang=en");
  assert.ok((await page.locator(".hero").textContent())?.includes(en.privacy));
  await page.getByRole("button", { name: en.source.examples.office }).click();
  await curves(page);
  assert.equal(await page.locator(".curves .lines .series").count(), 5);
  assert.match((await page.locator(".found h2").textContent()) ?? "", /wasted/);
  await page.locator(".curves summary").click();
  assert.equal(await page.locator(".curves tbody tr").count(), 32);
  await bought(page);
  const rows = await page.locator(".buy tbody tr").allTextContents();
  assert.match(rows[0], /^none/);
  assert.match(rows[2], /^500.GB.*MB\/s.*years/);
  assert.deepEqual(asked.filter((url) => !url.startsWith(site.address)), []);
  assert.deepEqual(faults, []);
  await page.close();
});

test("the engine of the calculator is not loaded before there is something to forecast", async () => {
  const { page, asked } = await open("lang=en");
  assert.deepEqual(asked.filter((url) => url.endsWith(".wasm")), []);
  await page.close();
});

test("a chosen file is read packed or not, with the same curves", async () => {
  const { page } = await open("lang=en");
  /** @type {string[]} */
  const found = [];
  for (const [name, content] of /** @type {[string, string | Buffer][]} */ ([["circle.csv", CIRCLE], ["circle.csv.gz", gzipSync(CIRCLE)]])) {
    await give(page, name, content);
    await page.getByText(en.progress.done.replace("{requests}", "400")).waitFor({ timeout: 30_000 });
    await curves(page);
    found.push((await page.locator(".curves table").textContent()) ?? "");
    assert.match((await page.locator(".facts").textContent()) ?? "", /CSV.*400: 300 reads, 100 writes/);
  }
  assert.equal(found[0], found[1]);
  await page.close();
});

test("a file dropped anywhere on the page is read", async () => {
  const { page } = await open("lang=en");
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "circle.csv"));
    for (const type of ["dragover", "drop"]) document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, CIRCLE);
  await curves(page);
  await page.close();
});

test("a trace without times or sizes says so instead of inventing wear", async () => {
  const { page } = await open("lang=en");
  await give(page, "ids.txt", "1\n2\n3\n1\n2\n3\n".repeat(50));
  await curves(page);
  assert.match((await page.locator(".buy").textContent()) ?? "", new RegExp(en.purchase.objects.slice(0, 40)));
  await give(page, "timeless.csv", CIRCLE.replace("time,", "").replaceAll(/^\d+,/gm, ""));
  await page.locator(".buy tbody tr").nth(4).waitFor({ timeout: 60_000 });
  assert.match((await page.locator(".buy tbody tr").nth(2).textContent()) ?? "", /no times/);
  await page.close();
});

test("a run can be cancelled, and the next one works", async () => {
  const { page } = await open("lang=en");
  await page.locator(".options summary").click();
  for (const box of await page.locator(".options input[type=checkbox]").all()) await box.check();
  await page.getByRole("button", { name: en.source.examples["vm-host"] }).click();
  await page.getByText(/^Simulating|%/).first().waitFor();
  const [worker] = page.workers();
  const ended = new Promise((resolve) => worker.on("close", resolve));
  await page.getByRole("button", { name: en.progress.cancel }).click();
  await page.getByText(en.progress.cancelled).waitFor();
  assert.equal(await page.locator(".running").isVisible(), false);
  await ended;
  await give(page, "circle.csv", CIRCLE);
  await curves(page);
  assert.equal(await page.locator(".curves .lines .series").count(), Object.keys(en.policies).length);
  await page.close();
});

const zeros = Buffer.alloc(4096);
/** @type {[string, string | Buffer, RegExp][]} */
const BROKEN = [
  ["empty", "", /empty/],
  ["prose.txt", "once upon a time\nthere was no trace\n", /none of the formats|no header/],
  ["picture.bin", Buffer.from([...Array(5000).keys()].map((i) => (i * 7919) % 256)), /Binary data/],
  ["zeros.bin", zeros, /Binary data/],
  ["cut.csv.gz", gzipSync(CIRCLE).subarray(0, 200), /ends too early/],
  ["damaged.csv.gz", Buffer.concat([gzipSync(CIRCLE).subarray(0, 100), zeros]), /damaged|too early/],
  ["half.csv", CIRCLE.replaceAll(/^(\d*[02468]),.*$/gm, "$1,R,here,there"), /can't be read.*line/],
  ["utf16.csv", Buffer.from(`\ufeff${CIRCLE}`, "utf16le"), /UTF-16/],
  ["trace.blktrace.0", Buffer.concat([Buffer.from([0x07, 0x74, 0x61, 0x65]), zeros]), /blkparse|Binary data/],
];
test("a file that is no trace gets a clear answer, whatever it is", async () => {
  const { page, faults } = await open("lang=en");
  for (const [name, content, answer] of BROKEN) {
    await give(page, name, content);
    await page.locator(".refused").waitFor({ timeout: 30_000 }).catch(() => assert.fail(`${name} was not refused`));
    assert.match((await page.locator(".refused").textContent()) ?? "", answer, name);
    assert.equal(await page.locator(".running").isVisible(), false, name);
    await page.getByRole("button", { name: en.source.examples.drift }).click();
    await page.locator(".refused").waitFor({ state: "detached" });
    await page.getByRole("button", { name: en.progress.cancel }).click();
  }
  assert.deepEqual(faults, []);
  await page.close();
});

test("a file of 4 GiB is read to its end, and one line that long is skipped like any other bad one", async () => {
  const { page, faults } = await open("lang=en");
  const path = join(files, "huge.csv");
  // What follows the records is a hole: it takes no room on the disk, and reads as one line of zeros without an end.
  await writeFile(path, CIRCLE);
  await truncate(path, 2 ** 32 + 1);
  await page.locator("#recording").setInputFiles(path);
  await page.locator(".curves .lines .series").first().waitFor({ timeout: 600_000 });
  assert.match((await page.locator(".facts").textContent()) ?? "", new RegExp(`400: 300 reads.*${en.line["line-too-long"]}`));
  // Nothing but the hole: the first megabyte says what it is.
  await writeFile(path, "");
  await truncate(path, 2 ** 32 + 1);
  await page.locator("#recording").setInputFiles(path);
  await page.locator(".refused").waitFor({ timeout: 60_000 });
  assert.match((await page.locator(".refused").textContent()) ?? "", /Binary data/);
  assert.deepEqual(faults, []);
  await page.close();
});

test("a blkparse text whose first events Q come late is read a second time, counting them", async () => {
  const { page } = await open("lang=en");
  const line = (/** @type {number} */ i, /** @type {string} */ event) => `  8,0    1 ${String(i).padStart(8)}     ${i}.000000000   697  ${event}   R ${(i % 50) * 8} + 8 [x]\n`;
  // More than the first megabyte, by which the events to count are chosen.
  const before = Array.from({ length: 30_000 }, (_, i) => line(i, "D"));
  const late = Array.from({ length: 1000 }, (_, i) => line(30_000 + i, "Q"));
  await give(page, "late.blk", [...before, ...late].join(""));
  await curves(page);
  assert.match((await page.locator(".facts").textContent()) ?? "", /1,000: 1,000 reads.*events of the kind Q/);
  await page.close();
});

test("the curves can be saved as CSV and as a picture that stands alone", async () => {
  const { page } = await open("lang=de");
  await give(page, "circle.csv", CIRCLE);
  await curves(page);
  const save = async (/** @type {string} */ name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    return { file: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
  };
  const csv = await save(de.chart.csv);
  const lines = csv.text.trim().split("\n");
  assert.match(csv.file, /\.csv$/);
  assert.equal(lines[0], "blocks,bytes,miss_ratio_lru,miss_ratio_arc,miss_ratio_s3_fifo,miss_ratio_w_tiny_lfu,miss_ratio_belady");
  // All hundred blocks fit: each is missed once.
  assert.equal(lines[lines.length - 1], `100,${100 * 65536},0.25,0.25,0.25,0.25,0.25`);
  const picture = await save(de.chart.svg);
  assert.match(picture.text, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.doesNotMatch(picture.text, /class=|var\(|oklch/);
  assert.ok(picture.text.includes(de.policies.belady));
  await page.close();
});

test("pointing at the curves reads all policies at one size", async () => {
  const { page } = await open("lang=en");
  await give(page, "circle.csv", CIRCLE);
  await curves(page);
  const lines = page.locator(".curves .lines");
  const width = (await lines.boundingBox())?.width ?? 0;
  await lines.hover({ position: { x: width - 25, y: 100 } });
  assert.match((await page.locator(".curves .said").textContent()) ?? "", /6\.55.MB: LRU 25%/);
  await page.close();
});

test("the NAS of the link is forecast, and the calculator links here with the NAS that it shows", async () => {
  const page = await site.browser.newPage();
  await page.goto(`${site.address}?v=1&nas.preset=synology-ds1819-plus&volume.raid=raid6&lang=en`);
  await page.locator("#results").waitFor();
  await page.locator("a.cache-link").click();
  await page.locator(".drop").waitFor();
  await give(page, "circle.csv", CIRCLE);
  await bought(page);
  assert.match((await page.locator(".buy").textContent()) ?? "", /DS1819\+/);
  assert.match((await page.locator(".buy a").getAttribute("href")) ?? "", /synology-ds1819-plus/);
  await page.close();
});

test("changing the language keeps the results", async () => {
  const { page } = await open("lang=fr");
  await give(page, "circle.csv", CIRCLE);
  await curves(page);
  await page.locator(".language").selectOption("pt");
  await page.getByText(pt.chart.heading, { exact: true }).waitFor();
  assert.equal(await page.title(), pt.title);
  assert.match(page.url(), /lang=pt/);
  await page.close();
});

test("the laboratory works from disk, by itself and inside the single file", async () => {
  for (const address of [pathToFileURL(join(folder, "www/cache/index.html")).href, `${pathToFileURL(join(folder, "nas-forecast.html")).href}?lang=en#cache`]) {
    const page = await site.browser.newPage({ locale: "en-GB" });
    await page.goto(address);
    await page.locator(".drop").waitFor({ timeout: 30_000 });
    await give(page, "circle.csv", CIRCLE);
    await curves(page);
    await bought(page);
    await page.close();
  }
});

for (const lang of /** @type {const} */ (["en", "fr", "de", "pt"])) {
  for (const [colorScheme, width] of /** @type {const} */ ([["light", 1280], ["dark", 1280], ["light", 380], ["dark", 380]])) {
    test(`axe-core finds nothing in ${lang}, ${colorScheme}, at ${width} px, and nothing overflows`, async () => {
      const { page } = await open(`lang=${lang}`, { colorScheme, viewport: { width, height: 900 } });
      await give(page, "circle.csv", CIRCLE);
      await bought(page);
      await page.evaluate(() => {
        for (const details of document.querySelectorAll("details")) details.open = true;
      });
      assert.deepEqual(await violations(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
      await give(page, "empty", "");
      await page.locator(".refused").waitFor();
      assert.deepEqual(await violations(page), []);
      await page.close();
    });
  }
}

/** @param {Page} page */
async function violations(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run();
    return violations.map((/** @type {any} */ each) => `${each.id}: ${each.nodes.map((/** @type {any} */ node) => `${node.target} ${node.any[0]?.message ?? ""}`).slice(0, 3).join(" | ")}`);
  });
}

/** @param {any} value @param {string} [path] @returns {[string, string][]} */
function texts(value, path = "") {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => texts(inner, `${path}/${key}`));
}

for (const [lang, catalogue] of Object.entries(CATALOGUES)) {
  test(`the ${lang} words have the keys and blanks of the English ones`, () => {
    const english = new Map(texts(en));
    const own = texts(catalogue);
    assert.deepEqual(own.map(([path]) => path), [...english.keys()]);
    const blanks = (/** @type {string} */ text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
    for (const [path, text] of own) {
      assert.deepEqual(blanks(text), blanks(english.get(path) ?? ""), path);
      if (lang !== "en" && text.split(" ").length > 4 && !/ FIFO |TrueNAS SCALE/.test(text)) assert.notEqual(text, english.get(path), path);
    }
  });
}
