// The built site in the places it has to work from: one file on disk, a sandboxed iframe, a folder of a site.

import assert from "node:assert/strict";
import { copyFile, cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { launchChromium, site } from "../tools/browser.mjs";
import { serve } from "../tools/serve.mjs";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {string} */
let folder;

before(async () => {
  browser = await launchChromium();
  folder = await mkdtemp(join(tmpdir(), "nas-forecast-"));
});

after(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

/**
 * Opens an address and waits until every workload has its final figure.
 * @param {string} address
 * @param {string} [frame] the iframe that the page is in
 */
async function forecastAt(address, frame) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(address);
  const root = frame ? page.frameLocator(frame) : page;
  await root.locator("#results:not([aria-busy])").waitFor({ timeout: 120_000 });
  const figures = await root.locator("#task-big-file-read .figure").allTextContents();
  const outside = asked.filter((url) => !/^(blob|data):/.test(url));
  return { page, figures, outside };
}

test("the single file forecasts from disk, in a worker, and asks nobody for anything", async () => {
  const copy = join(folder, "alone.html");
  await copyFile(join(site, "nas-forecast.html"), copy);
  const { page, figures, outside } = await forecastAt(pathToFileURL(copy).href);
  assert.match(figures.join(" "), /\d/);
  assert.deepEqual(outside, [pathToFileURL(copy).href]);
  assert.ok(page.workers().length > 0);
});

test("the page itself forecasts when opened from disk", async () => {
  const { figures } = await forecastAt(pathToFileURL(join(site, "index.html")).href);
  assert.match(figures.join(" "), /\d/);
});

test("an iframe with nothing but scripts allowed forecasts, from a server that knows nothing of CORS", async () => {
  await cp(site, join(folder, "some/where"), { recursive: true });
  await writeFile(
    join(folder, "host.html"),
    '<!doctype html><iframe sandbox="allow-scripts" src="some/where/index.html?embed=1" width="800" height="900"></iframe>',
  );
  const server = await serve(folder);
  try {
    const { figures } = await forecastAt(`${server.address}host.html`, "iframe");
    assert.match(figures.join(" "), /\d/);
  } finally {
    server.close();
  }
});

test("the site works from any folder", async () => {
  await cp(site, join(folder, "a/b c"), { recursive: true });
  const server = await serve(folder);
  try {
    const { figures, outside } = await forecastAt(`${server.address}a/b%20c/index.html`);
    assert.match(figures.join(" "), /\d/);
    assert.deepEqual(outside.filter((url) => !url.startsWith(`${server.address}a/b%20c/`)), []);
  } finally {
    server.close();
  }
});
