// The JavaScript interface in a real browser: promises, workers, aborting, dying engines.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openSite } from "../tools/browser.mjs";

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
/** @type {import("playwright-core").Page} */
let page;

before(async () => {
  site = await openSite();
  page = await site.browser.newPage();
  // Any page of the origin does; this one has no script of its own.
  await page.goto(`${site.address}www/no-such-page`);
});

after(() => site.close());

test("the interface answers from a worker", async () => {
  const version = await page.evaluate(async () => {
    const { version } = await import(/** @type {any} */ ("/www/nas-forecast.js"));
    return version();
  });
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.equal(page.workers().length, 1);
});

test("a call whose signal has aborted already rejects with the signal's reason", async () => {
  const name = await page.evaluate(async () => {
    const { version } = await import(/** @type {any} */ ("/www/nas-forecast.js"));
    return version({ signal: AbortSignal.abort() }).catch((/** @type {Error} */ error) => error.name);
  });
  assert.equal(name, "AbortError");
});
