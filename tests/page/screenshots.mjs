// Pictures of every view, to look at: `node tests/page/screenshots.mjs [FOLDER [PATTERN]]` after `./build.sh`; into
// screenshots/ unless told otherwise. Wide and phone, light and dark, four languages; PATTERN picks some by name.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openSite } from "../tools/browser.mjs";

const [folder = "screenshots", pattern = ""] = process.argv.slice(2);

/** @typedef {import("playwright-core").Page} Page */

/** @typedef {{path?: string, query?: string, full?: boolean, ready?: string, act?: (page: Page) => Promise<void>}} View */

/**
 * Waits for the embeds of an article or of the builder.
 * @param {Page} page
 */
async function embedded(page) {
  for (const embed of await page.locator("nas-forecast").all()) {
    await embed.scrollIntoViewIfNeeded();
    await page.waitForFunction((each) => /** @type {any} */ (each)?.report, await embed.elementHandle(), { timeout: 120_000 });
  }
  await page.waitForTimeout(1500);
}

/** @param {string} topic @returns {View} */
const guide = (topic) => ({ path: `www/guides/{lang}/${topic}.html`, full: true, ready: "article, .guide-list", act: embedded });

/** @type {Record<string, View>} */
const VIEWS = {
  start: {},
  whole: { full: true },
  "no-cache": { query: "v=1&nas.preset=synology-ds1819-plus&volume.raid=raid6" },
  opened: {
    full: true,
    act: async (page) => {
      await page.locator("#task-jpg-photos > summary").click();
      await page.locator(".assumptions > summary").click();
    },
  },
  time: { query: "unit=time" },
  problem: {
    query: "v=1&nas.preset=synology-ds1819-plus&volume.raid=raid6&drives.count=4&nonsense=1",
    act: async (page) => {
      await page.locator(".sentence .part").nth(1).click();
      await page.locator('.knob[data-path="drives.count"] .box').fill("3");
      await page.keyboard.press("Enter");
      await page.locator(".verdict .problems").waitFor();
    },
  },
  advice: {
    act: async (page) => {
      await page.locator("#advice button.primary").click();
      await page.locator("#advice .buy").first().waitFor({ timeout: 120_000 });
      await page.locator("#advice progress").waitFor({ state: "hidden", timeout: 120_000 });
      await page.locator("#advice").scrollIntoViewIfNeeded();
    },
  },
  compare: {
    act: async (page) => {
      await page.locator("#compare button.primary").click();
      await page.locator('.knob[data-path="network.link_gbit"] input[value="10"]').evaluate((each) => /** @type {HTMLInputElement} */ (each).click());
      await page.locator("#results:not([aria-busy])").waitFor({ timeout: 60_000 });
      await page.locator("#compare").scrollIntoViewIfNeeded();
    },
  },
  how: {
    act: async (page) => {
      await page.locator("#how details > summary").click();
      await page.locator("#how").scrollIntoViewIfNeeded();
    },
  },
  accuracy: { path: "www/accuracy/", full: true, ready: ".scatter .mark >> nth=0" },
  embed: { query: "embed=1&preset=synology-ds918-plus", full: true },
  "embed-compact": { query: "embed=1&preset=synology-ds918-plus&ssd_cache.mode=read-write&ssd_cache.drives.count=2&compact=1", full: true },
  "embed-question": { query: "embed=1&preset=synology-ds918-plus&show=bottleneck,jpg-photos,network.link_gbit", full: true },
  "embed-opened": { query: "embed=1&preset=qnap-ts-473a&show=bottleneck,headlines,jpg-photos,volume.raid,advice,share,compare,assumptions", full: true, act: async (page) => page.locator("#task-jpg-photos > summary").click() },
  laboratory: {
    path: "www/cache/",
    full: true,
    ready: ".drop",
    act: async (page) => {
      await page.locator('button[data-example="office"]').click();
      await page.locator(".buy tbody tr").nth(4).waitFor({ timeout: 120_000 });
      for (const more of await page.locator("details.more > summary").all()) await more.click();
    },
  },
  builder: { path: "www/builder/", full: true, ready: ".column nas-forecast", act: embedded },
  guides: { ...guide("index"), act: undefined },
  "guide-cache": guide("ssd-cache"),
  "guide-network": guide("network"),
  "guide-raid": guide("raid"),
  "guide-photographers": guide("photographers"),
};

await mkdir(folder, { recursive: true });
const site = await openSite();
for (const lang of ["en", "fr", "de", "pt"]) {
  for (const [width, height] of [[1280, 900], [380, 800]]) {
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      for (const [name, { path = "", query = "", full = false, ready = "#results:not([aria-busy])", act }] of Object.entries(VIEWS)) {
        const file = `${name}-${width}-${colorScheme}-${lang}.png`;
        if (!file.match(pattern)) continue;
        const page = await site.browser.newPage({ viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
        await page.goto(`${site.address}${path.replace("{lang}", lang)}?${query}&lang=${lang}`);
        await page.locator(ready).waitFor({ timeout: 120_000 });
        await act?.(page);
        // A picture of the whole page is taken in a taller window, where nothing is out of sight.
        const style = full ? ".strip { display: none !important; } .columns > aside { position: static !important; max-height: none !important; }" : "";
        await page.screenshot({ path: join(folder, file), fullPage: full, style });
        await page.close();
      }
    }
  }
}
await site.close();
