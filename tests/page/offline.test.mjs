// Once loaded the page needs no network: the server goes away, and the page still opens, in every language, and forecasts.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launchChromium, site } from "../tools/browser.mjs";
import { serve } from "../tools/serve.mjs";

/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  browser = await launchChromium();
});

after(() => browser.close());

test("the page opens and forecasts after the server has gone", async () => {
  const server = await serve(site);
  const page = await (await browser.newContext({ locale: "en-US" })).newPage();
  await page.goto(server.address);
  await page.locator("#results:not([aria-busy])").waitFor({ timeout: 120_000 });
  await page.evaluate(() => navigator.serviceWorker.ready);
  server.close();
  await page.goto(`${server.address}?v=1&nas.preset=synology-ds1819-plus&lang=pt`);
  await page.locator("#results:not([aria-busy])").waitFor({ timeout: 120_000 });
  assert.match(await page.locator("h1").innerText(), /DS1819\+/);
  assert.equal(await page.locator("html").getAttribute("lang"), "pt");
  await page.locator("#task-jpg-photos > summary").click();
  await page.locator(".accuracy-note a").click();
  await page.locator(".scatter .mark").first().waitFor({ timeout: 60_000 });
  // The guides in the reader's language, with a forecast that works.
  await page.goto(`${server.address}www/guides/en/network.html`);
  await page.locator("nas-forecast").scrollIntoViewIfNeeded();
  await page.frameLocator("nas-forecast iframe").locator("#results:not([aria-busy])").waitFor({ timeout: 120_000 });
  const kept = await page.evaluate(async () => {
    const [name] = await caches.keys();
    return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith("/www/guides/"));
  });
  assert.ok(kept.includes("/www/guides/en/") && kept.includes("/www/guides/pictures/raid.en.svg"), kept.join(" "));
  assert.deepEqual(kept.filter((path) => /\b(fr|de|pt)\b/.test(path)), []);
});

test("an embed keeps nothing on the reader's machine", async () => {
  const server = await serve(site);
  try {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${server.address}?embed=1`);
    await page.locator("#results:not([aria-busy])").waitFor({ timeout: 120_000 });
    const kept = await page.evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, (await caches.keys()).length, localStorage.length, document.cookie]);
    assert.deepEqual(kept, [0, 0, 0, ""]);
  } finally {
    server.close();
  }
});
