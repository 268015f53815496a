// The golden cases in Chromium, through the interface and its workers: the reports of the native engine, to the last bit.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openSite } from "../tools/browser.mjs";
import { goldenCases } from "../tools/golden.mjs";

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
/** @type {import("playwright-core").Page} */
let page;

before(async () => {
  site = await openSite();
  page = await site.browser.newPage();
  await page.goto(`${site.address}www/error.js`);
});

after(() => site.close());

for (const { name, scenario, report } of await goldenCases()) {
  test(`${name}: the same report in Chromium as natively`, async () => {
    const found = await page.evaluate(
      async ([scenario, seed]) => {
        const { forecast } = await import(/** @type {any} */ ("/www/nas-forecast.js"));
        // As text, in which every number has its shortest exact form.
        return JSON.stringify(await forecast(scenario, { seed }));
      },
      /** @type {const} */ ([scenario, report.seed]),
    );
    assert.deepStrictEqual(JSON.parse(found), report);
  });
}
