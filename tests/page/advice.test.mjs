// What to buy next, on the page and through the interface: ranked with intervals, repriced and reweighed without simulating
// again, and plain words when nothing is worth it or the cache does harm.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { openSite } from "../tools/browser.mjs";

const GIGABIT_RAID6 = "?v=1&nas.preset=synology-ds1819-plus&drives.count=8&volume.raid=raid6&network.link_gbit=1";

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
/** @type {import("playwright-core").Page} */
let page;
/** @type {string[]} */
let faults;

before(async () => {
  site = await openSite();
});

after(() => site.close());

beforeEach(async () => {
  page = await site.browser.newPage({ viewport: { width: 1280, height: 900 }, locale: "en-US", reducedMotion: "reduce" });
  faults = [];
  page.on("pageerror", (error) => faults.push(String(error.stack)));
});

afterEach(async () => {
  await page.close();
  assert.deepEqual(faults, []);
});

/** @param {string} query */
async function advised(query) {
  await page.goto(site.address + query);
  await page.locator("#results:not([aria-busy])").waitFor({ timeout: 120_000 });
  await page.locator("#advice button.primary").click();
  await stands();
}

/** No simulation is left to run. */
async function stands() {
  await page.locator("#advice .advice-body small").first().waitFor({ state: "attached", timeout: 120_000 });
  await page.locator("#advice progress").waitFor({ state: "hidden", timeout: 120_000 });
}

/** @param {string} text "+45%" or "−3 %" @returns {number} */
const percent = (text) => Number(text.replace("−", "-").replace(/[^\d.-]/g, "") || "0");

test("upgrades are ranked by gain, each inside its interval, and one click tries one", async () => {
  await advised(GIGABIT_RAID6);
  const rows = page.locator("#advice .advice-body > div > .buy tbody tr");
  const gains = (await rows.locator(".gain b").allInnerTexts()).map(percent);
  assert.ok(gains.length >= 2, `${gains}`);
  assert.deepEqual(gains, [...gains].sort((a, b) => b - a));
  for (const [index, range] of (await rows.locator(".gain small").allInnerTexts()).entries()) {
    const [low, high] = range.split(" to ").map(percent);
    assert.ok(low <= gains[index] && gains[index] <= high, `${gains[index]} in ${range}`);
  }
  const link = page.locator('#advice [data-focus="try link-10"]');
  assert.match(await link.innerText(), /^10\sGbit\/s network/);
  await link.click();
  await page.getByText("The scenario has changed since.").waitFor();
  await page.waitForURL(/network\.link_gbit=10/);
});

test("typed prices rank by the gain for the money, and the focus stays where it was put", async () => {
  await advised(GIGABIT_RAID6);
  const box = (/** @type {string} */ id) => page.locator(`#advice input[data-focus="price ${id}"]`);
  await box("link-10").fill("400");
  await box("link-10").press("Tab");
  await box("link-2.5").fill("60,5");
  await box("link-2.5").press("Enter");
  await page.locator("#advice .order select").selectOption("price");
  const names = await page.locator("#advice .advice-body > div > .buy tbody th button").allInnerTexts();
  assert.match(names[0], /^2\.5\sGbit\/s/);
  assert.match(names[1], /^10\sGbit\/s/);
  const perHundred = await page.locator("#advice .advice-body > div > .buy tbody tr").first().locator("td").last().innerText();
  const gain = percent(await page.locator("#advice .advice-body > div > .buy tbody tr").first().locator(".gain b").innerText());
  assert.ok(Math.abs(percent(perHundred) - (gain / 60.5) * 100) < 2, `${perHundred} of ${gain} for 60.5`);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-focus")), "price link-2.5");
  assert.equal(await box("link-10").inputValue(), "400");
});

test("other weights bring another order, and no weight at all is said", async () => {
  await advised(GIGABIT_RAID6);
  const first = page.locator("#advice .advice-body > div > .buy tbody th button").first();
  await page.locator("#advice .weights > summary").click();
  for (const select of await page.locator("#advice .weights select").all()) await select.selectOption("0");
  await page.getByText("No task counts at the moment.").waitFor();
  await page.locator("#advice .weights").getByLabel("Rebuild").selectOption("3");
  await page.getByText("No task counts at the moment.").waitFor({ state: "detached" });
  await stands();
  assert.match(await first.innerText(), /^SSDs instead/);
});

test("it says plainly when nothing is worth buying", async () => {
  await page.goto(`${site.address}?v=1&nas.cpu.preset=amd-ryzen-7-5700g&nas.ram_gib=64&drives.kind=ssd-nvme&drives.count=8&volume.raid=raid10&network.link_gbit=100&network.mtu=9000&network.links=2&client.links=2&network.bonding=smb-multichannel`);
  await page.locator("#results:not([aria-busy])").waitFor({ timeout: 120_000 });
  await page.locator("#advice .weights > summary").click();
  for (const select of await page.locator("#advice .weights select").all()) await select.selectOption("0");
  await page.locator("#advice .weights").getByLabel("Watching films").selectOption("3");
  await page.locator("#advice button.primary").click();
  await stands();
  assert.match(await page.locator("#advice .verdicts").innerText(), /Nothing here is worth buying.*3%/);
});

test("it says plainly when the SSD cache makes it slower", async () => {
  await advised("?v=1&drives.kind=ssd-nvme&drives.count=4&volume.raid=raid5&network.link_gbit=10&ssd_cache.mode=read-write&ssd_cache.drives.count=2&ssd_cache.drives.kind=ssd-sata&ssd_cache.drives.sequential_write_mb_s=100&ssd_cache.drives.random_write_iops=1000&ssd_cache.drives.random_read_iops=1000");
  assert.match(await page.locator("#advice .verdicts").innerText(), /Your SSD cache makes these tasks slower: without it they would be \d+% faster\./);
});

test("the interface simulates again only what a call before has not", async () => {
  await page.goto(`${site.address}www/icon.svg`);
  const found = await page.evaluate(async () => {
    const api = await import(/** @type {any} */ ("/www/nas-forecast.js"));
    const nas = { version: 1, nas: { preset: "synology-ds918-plus" } };
    /** @type {unknown[]} */
    const measured = [];
    const first = await api.advise(nas, { weights: { "big-file-read": 1 }, measured });
    const known = measured.length;
    const second = await api.advise(nas, { weights: { "big-file-read": 1 }, prices: { "link-10": 100 }, measured });
    return { first, second, known, simulated: measured.length - known };
  });
  assert.equal(found.first.upgrades[0].id, "link-10");
  assert.ok(found.known > 0);
  assert.equal(found.simulated, 0);
  assert.deepEqual(found.second.by_price, ["link-10"]);
});

test("advice on a workload that doesn't exist is refused by name", async () => {
  await page.goto(`${site.address}www/icon.svg`);
  const problems = await page.evaluate(async () => {
    const api = await import(/** @type {any} */ ("/www/nas-forecast.js"));
    return api.advise({ version: 1 }, { weights: { films: 1 } }).catch((/** @type {any} */ error) => error.problems);
  });
  assert.deepEqual(problems.map((/** @type {any} */ { path }) => path), ["weights.films"]);
});
