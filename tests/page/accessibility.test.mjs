// axe-core finds nothing to complain about: light and dark, wide and narrow, four languages, everything opened.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { openSite } from "../tools/browser.mjs";

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
/** @type {string} */
let axe;

before(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  site = await openSite();
});

after(() => site.close());

/**
 * @param {string} query
 * @param {import("playwright-core").BrowserContextOptions} options
 */
async function violations(query, options) {
  const page = await site.browser.newPage(options);
  await page.goto(site.address + query);
  await page.locator("#results:not([aria-busy])").waitFor({ timeout: 120_000 });
  // An embed has only the figures.
  if (!query.includes("embed")) {
    await page.locator("#advice button.primary").click();
    await page.locator("#advice .buy").first().waitFor({ timeout: 120_000 });
    await page.locator("#advice progress").waitFor({ state: "hidden", timeout: 120_000 });
    await page.locator("#compare button.primary").click();
  }
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run();
    return violations.map((/** @type {any} */ each) => `${each.id}: ${each.nodes.map((/** @type {any} */ node) => `${node.target} ${node.any[0]?.message ?? ""}`).slice(0, 3).join(" | ")}`);
  });
  await page.close();
  return found;
}

for (const lang of ["en", "fr", "de", "pt"]) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    test(`no violation in ${lang}, ${colorScheme}`, async () => {
      assert.deepEqual(await violations(`?lang=${lang}`, { colorScheme, viewport: { width: 1280, height: 900 } }), []);
    });
  }
}

test("no violation on a phone", async () => {
  assert.deepEqual(await violations("", { viewport: { width: 380, height: 800 } }), []);
});

test("no violation in an embed", async () => {
  assert.deepEqual(await violations("?embed=1&preset=synology-ds918-plus&compact=1", { viewport: { width: 300, height: 800 } }), []);
});

test("no violation where a link was partly wrong", async () => {
  assert.deepEqual(await violations("?v=1&nonsense=1&network.link_gbit=3", { viewport: { width: 1280, height: 900 } }), []);
});
