// The main flow in Firefox and WebKitGTK: a forecast, a faster link, the address opened again, another language.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { site } from "../tools/browser.mjs";
import { launchFirefox, launchWebKit } from "../tools/browsers.mjs";
import { serve } from "../tools/serve.mjs";

/** @typedef {import("../tools/browsers.mjs").Driven} Driven */

const SETTLED = 'document.querySelector("#results:not([aria-busy])") !== null';
const FILM = 'document.querySelector("#task-big-file-read .figure.cached > span:nth-child(2)").textContent';

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;

before(async () => {
  server = await serve(site);
});

after(() => server.close());

/** @param {Driven} page @param {string} condition */
async function until(page, condition) {
  for (let tries = 0; !(await page.evaluate(condition)); tries++) {
    assert.ok(tries < 600, `never became true: ${condition}`);
    await pause(200);
  }
}

for (const [name, launch] of /** @type {const} */ ([["Firefox", launchFirefox], ["WebKitGTK", launchWebKit]])) {
  test(`${name} forecasts, follows a change, keeps it in the address and speaks French`, async () => {
    const page = await launch();
    try {
      await page.goto(`${server.address}?lang=en`);
      await until(page, SETTLED);
      assert.equal(await page.evaluate('document.querySelectorAll(".row:not([data-empty])").length'), 16);
      const slow = Number(await page.evaluate(FILM));
      await page.evaluate(`document.querySelector('.knob[data-path="network.link_gbit"] input[value="10"]').click()`);
      await until(page, `${SETTLED} && location.search.includes("network.link_gbit=10")`);
      const fast = await page.evaluate(FILM);
      assert.ok(Number(fast) > 1.5 * slow, `${fast} after ${slow} MB/s`);
      await page.goto(await page.evaluate("location.href"));
      await until(page, SETTLED);
      assert.equal(await page.evaluate(FILM), fast);
      await page.evaluate(`(() => { const pick = document.querySelector("header .language"); pick.value = "fr"; pick.dispatchEvent(new Event("change")); return true; })()`);
      await until(page, 'document.documentElement.lang === "fr"');
      assert.equal(await page.evaluate('document.querySelector("#results .unit").textContent'), "Mo/s");
      assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
    } finally {
      await page.close();
    }
  });
}
