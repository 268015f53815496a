// The accuracy page: every measured figure is a mark and a row, sources lead to where they were published, and four
// languages say the same. Needs a built site.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openSite, site as folder } from "../tools/browser.mjs";
import { misses } from "../../www/accuracy/data.js";
import { reasonFor, reasonForOrdering } from "../../www/accuracy/reasons.js";
import de from "../../www/accuracy/text/de.js";
import en from "../../www/accuracy/text/en.js";
import fr from "../../www/accuracy/text/fr.js";
import pt from "../../www/accuracy/text/pt.js";

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
/** @type {import("../../www/accuracy/data.js").Data} */
let data;
/** @type {string} */
let axe;

before(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  data = JSON.parse(await readFile(join(folder, "www/accuracy/data.json"), "utf8"));
  site = await openSite();
});

after(() => site.close());

/**
 * @param {string} query
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
async function open(query, options = { viewport: { width: 1280, height: 900 } }) {
  const page = await site.browser.newPage(options);
  /** @type {string[]} */
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => void (message.type() === "error" && faults.push(message.text())));
  await page.goto(`${site.address}www/accuracy/${query}`);
  await page.locator(".scatter .mark").first().waitFor({ timeout: 30_000 });
  return { page, faults };
}

test("every measured figure with a forecast is a mark, and every figure is a row of the table", async () => {
  const { page, faults } = await open("?lang=en");
  const forecast = data.values.filter((value) => (value.predicted ?? 0) > 0);
  assert.equal(await page.locator(".scatter .mark").count(), forecast.length);
  assert.equal(data.values.length, 415);
  await page.getByText(en.table.heading).click();
  await page.locator(".chart-card tbody tr").first().waitFor();
  assert.equal(await page.locator(".chart-card tbody tr").count(), data.values.length);
  assert.deepEqual(faults, []);
  await page.close();
});

test("choosing a quantity or the textbook formulas draws those marks only", async () => {
  const { page } = await open("?lang=en");
  await page.getByRole("combobox", { name: en.chart.figures }).selectOption("iops");
  const iops = data.values.filter((value) => value.metric === "iops" && (value.predicted ?? 0) > 0);
  assert.equal(await page.locator(".scatter .mark").count(), iops.length);
  await page.getByRole("combobox", { name: en.chart.method }).selectOption("classic");
  const classic = data.values.filter((value) => value.metric === "iops" && (value.classic ?? 0) > 0);
  assert.equal(await page.locator(".scatter .mark").count(), classic.length);
  await page.close();
});

test("a source can be shown alone, by keyboard too, and all come back", async () => {
  const { page } = await open("?lang=en");
  const [first] = Object.keys(data.by_source);
  const button = page.locator(`[data-source="${first}"]`);
  await button.focus();
  await page.keyboard.press("Enter");
  const others = data.values.filter((value) => value.source_key !== first && (value.predicted ?? 0) > 0);
  assert.equal(await page.locator(".scatter .away").count(), others.length);
  await page.getByRole("button", { name: en.sources.everything }).click();
  assert.equal(await page.locator(".scatter .away").count(), 0);
  await page.close();
});

test("pointing at a mark names its case and links its source", async () => {
  const { page } = await open("?lang=en");
  const box = await page.locator(".scatter .mark").first().boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const detail = page.locator(".mark-detail");
  const named = (await detail.textContent()) ?? "";
  assert.ok(data.values.some((value) => named.includes(value.case)), named);
  await page.close();
});

test("links lead to the sources' own addresses and to nothing but web pages", async () => {
  const { page } = await open("?lang=en");
  const links = await page.locator(".sources-card a").evaluateAll((found) => found.map((link) => link.getAttribute("href")));
  const published = new Set(Object.values(data.sources).map((source) => source.url));
  assert.ok(links.length > 20);
  for (const link of links) assert.ok(link && published.has(link) && /^https?:/.test(link), String(link));
  await page.close();
});

test("every language words the page, and changing it keeps the address", async () => {
  const { page, faults } = await open("?lang=fr");
  assert.equal(await page.title(), fr.title);
  await page.getByLabel("Langue").selectOption("pt");
  await page.getByText(pt.misses.heading, { exact: true }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "pt");
  assert.match(page.url(), /lang=pt/);
  assert.deepEqual(faults, []);
  await page.close();
});

test("without JavaScript the page still says how far off the forecasts are", async () => {
  const page = await site.browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${site.address}www/accuracy/`);
  const text = (await page.locator("main").textContent()) ?? "";
  assert.match(text, /Half of \d+ forecasts are within \d+ %/);
  await page.close();
});

test("data that can't be loaded is said, not shown as an empty page", async () => {
  const page = await site.browser.newPage();
  await page.route("**/data.json", (route) => route.fulfill({ status: 404 }));
  await page.goto(`${site.address}www/accuracy/?lang=en`);
  await page.getByText(en.missing).waitFor();
  await page.close();
});

for (const [width, colorScheme] of /** @type {const} */ ([[1280, "light"], [1280, "dark"], [380, "light"]])) {
  test(`axe-core finds nothing at ${width} px, ${colorScheme}, and nothing overflows`, async () => {
    const { page } = await open("?lang=de", { colorScheme, viewport: { width, height: 900 } });
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      const { violations } = await /** @type {any} */ (window).axe.run();
      return violations.map((/** @type {any} */ each) => `${each.id}: ${each.nodes.map((/** @type {any} */ node) => `${node.target} ${node.any[0]?.message ?? ""}`).slice(0, 3).join(" | ")}`);
    });
    assert.deepEqual(found, []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    await page.close();
  });
}

/** @param {any} value @param {string} [path] @returns {[string, string][]} */
function texts(value, path = "") {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => texts(inner, `${path}/${key}`));
}

for (const [lang, catalogue] of Object.entries({ de, fr, pt })) {
  test(`the ${lang} words have the keys and blanks of the English ones`, () => {
    const english = new Map(texts(en));
    const own = texts(catalogue);
    assert.deepEqual(own.map(([path]) => path), [...english.keys()]);
    const blanks = (/** @type {string} */ text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
    for (const [path, text] of own) assert.deepEqual(blanks(text), blanks(english.get(path) ?? ""), path);
  });
}

test("every figure that is far off and every comparison that does not come out has its explanation", () => {
  for (const value of misses(data, 50)) assert.ok(reasonFor(value), value.case);
  for (const { id, held, source_key } of data.check.orderings) {
    assert.ok(held || reasonForOrdering(id) || reasonFor({ case: id, source_key }), id);
  }
});

test("every reason for a miss names a source that was measured", async () => {
  const text = await readFile(new URL("../../www/accuracy/reasons.js", import.meta.url), "utf8");
  const named = [...text.matchAll(/source: "([^"]+)"/g)].map((match) => match[1]);
  assert.ok(named.length > 5);
  for (const source of named) assert.ok(Object.hasOwn(data.sources, source), source);
});
