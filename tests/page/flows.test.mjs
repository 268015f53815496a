// What people do on the page, in a real browser: choose, drag, type, undo, share, compare, read in four languages.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { openSite } from "../tools/browser.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
/** @type {Page} */
let page;
/** @type {string[]} */
let faults;

// What a strict host allows: nothing inline, nothing from elsewhere.
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'";

before(async () => {
  site = await openSite({ "content-security-policy": POLICY });
});

after(() => site.close());

beforeEach(async () => {
  page = await site.browser.newPage({ viewport: { width: 1280, height: 900 }, locale: "en-US", reducedMotion: "reduce" });
  faults = [];
  page.on("pageerror", (error) => faults.push(String(error.stack)));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(site.address) && !/^(blob|data):/.test(request.url())) faults.push(`request to ${request.url()}`);
  });
});

afterEach(async () => {
  await page.close();
  assert.deepEqual(faults, []);
});

/** @param {string} [query] */
async function open(query = "") {
  await page.goto(site.address + query);
  await settled();
}

/** All figures of the latest scenario are final. */
async function settled() {
  await page.locator("#results:not([aria-busy])").waitFor({ timeout: 60_000 });
}

/** @param {string} task @returns {Promise<number>} the shown figure, MB/s */
async function figure(task) {
  const cells = page.locator(`#task-${task} .figure > span:nth-child(2)`);
  const texts = (await cells.allTextContents()).filter((text) => /\d/.test(text));
  return Number(texts[texts.length - 1].replace(/,/g, ""));
}

/** @param {string} task @returns {Promise<number>} width of the last visible bar in pixels */
async function barWidth(task) {
  const bars = page.locator(`#task-${task} .bar:not([visibility]) rect`);
  return (await bars.last().boundingBox())?.width ?? 0;
}

/** @param {string} path */
function knob(path) {
  return page.locator(`.knob[data-path="${path}"]`);
}

/**
 * The page draws in the next frame, whenever that comes.
 * @param {import("playwright-core").Locator} input
 * @param {string} value
 */
async function hasValue(input, value) {
  const element = await input.elementHandle();
  await page.waitForFunction(([input, value]) => /** @type {HTMLInputElement} */ (input).value === value, /** @type {const} */ ([element, value]));
}

/**
 * Presses one of several open choices.
 * @param {string} path
 * @param {string} text
 */
async function choose(path, text) {
  await knob(path).locator(".segments label").filter({ has: page.getByText(text, { exact: true }) }).click();
}

/** Opens the section of a setting, as a reader would. @param {string} section */
async function openSection(section) {
  const details = page.locator(`#section-${section}`);
  if (!(await details.evaluate((element) => /** @type {HTMLDetailsElement} */ (element).open))) await details.locator("> summary").click();
}

test("every task of a DS1819+ with RAID 6 has a forecast", async () => {
  await open("?v=1&nas.preset=synology-ds1819-plus&volume.raid=raid6");
  const tasks = await page.locator(".row:not([data-empty])").count();
  assert.equal(tasks, 16);
  for (const text of await page.locator(".row .figure.plain > span:nth-child(2)").allTextContents()) assert.match(text, /\d/);
  assert.match(await page.locator("h1").innerText(), /DS1819\+.*RAID 6/s);
  assert.match(await page.locator(".answer").innerText(), /limited by/);
});

test("moving the link from 1 to 10 Gbit/s changes the bars", async () => {
  await open();
  const [width, rate] = [await barWidth("big-file-read"), await figure("big-file-read")];
  await choose("network.link_gbit", "10");
  await settled();
  assert.ok((await figure("big-file-read")) > rate * 1.5, "a film is faster");
  assert.notEqual(await barWidth("big-file-read"), width);
});

test("what can't be built is explained where the reader is: beside the choice, at its section, and below when the top is out of sight", async () => {
  await open("?v=1&nas.preset=synology-ds1819-plus&volume.raid=raid5&drives.count=3&lang=en");
  await page.locator(".sentence .part").nth(2).click();
  const why = /Too few drives for this RAID level: 3\. It needs at least 4\./;
  await knob("volume.raid").locator("select").selectOption({ label: "RAID 6" });
  await page.locator(".verdict .problems").waitFor();
  assert.match(await knob("volume.raid").innerText(), why);
  assert.equal(await page.locator("#section-drives[data-problem]").count(), 1);
  await page.evaluate(() => scrollTo(0, 600));
  await page.locator(".strip").waitFor({ state: "visible" });
  assert.match(await page.locator(".strip").innerText(), why);
  assert.doesNotMatch(await page.locator(".strip").innerText(), /MB\/s/);
  await page.locator(".verdict .problems button").click();
  await page.locator(".verdict .problems").waitFor({ state: "hidden" });
  await settled();
  assert.match(await page.locator("h1").innerText(), /4\s×\s8\sTB.*RAID 6/s);
  assert.doesNotMatch(await knob("volume.raid").innerText(), why);
  assert.equal(await page.locator(".section[data-problem]").count(), 0);
});

test("what is unwise is said beside its setting: a read-write cache of one SSD, more drives than bays", async () => {
  await open("?v=1&nas.preset=synology-ds918-plus&ssd_cache.mode=read-write&ssd_cache.drives.count=1&drives.count=5&lang=en");
  await page.locator("#section-ssd_cache > summary").click();
  await page.locator("#section-drives > summary").click();
  assert.match(await knob("ssd_cache.drives.count").innerText(), /without a mirror/);
  assert.match(await knob("drives.count").innerText(), /4 bays, not 5/);
});

test("a NAS chosen from the list is in the sentence and in the link", async () => {
  await open();
  await knob("nas.preset").locator("select").selectOption("qnap-ts-473a");
  await settled();
  assert.match(await page.locator("h1").innerText(), /QNAP TS-473A/);
  await page.waitForURL(/nas\.preset=qnap-ts-473a/);
});

test("a scenario to start from replaces everything, and undo brings the old one back", async () => {
  await open();
  const before = await page.locator("h1").innerText();
  await page.locator("header .start").selectOption("eight-bays");
  await settled();
  assert.match(await page.locator("h1").innerText(), /DS1819\+/);
  await page.getByRole("button", { name: "Undo" }).click();
  await settled();
  assert.equal(await page.locator("h1").innerText(), before);
  await page.getByRole("button", { name: "Redo" }).click();
  await settled();
  assert.match(await page.locator("h1").innerText(), /DS1819\+/);
});

test("dragging a slider moves the figures at once and is one step to undo", async () => {
  await open();
  await page.locator(".sentence .part", { hasText: "hard disk" }).click();
  const range = knob("drives.count").locator("input[type=range]");
  const box = /** @type {{x: number, y: number, width: number, height: number}} */ (await range.boundingBox());
  const start = await range.inputValue();
  await page.mouse.move(box.x + box.width * 0.15, box.y + box.height / 2);
  await page.mouse.down();
  for (const part of [0.2, 0.3, 0.45, 0.6]) await page.mouse.move(box.x + box.width * part, box.y + box.height / 2);
  await page.mouse.up();
  assert.notEqual(await range.inputValue(), start);
  await page.getByRole("button", { name: "Undo" }).click();
  await hasValue(range, start);
  assert.equal(await page.getByRole("button", { name: "Undo" }).isDisabled(), true);
});

test("a number can be typed with a comma or a point, and a doubtful one is asked about", async () => {
  await open("?lang=de");
  const box = knob("network.round_trip_us").locator("input.box");
  await box.fill("350,5");
  await box.press("Enter");
  await page.waitForURL(/network\.round_trip_us=350\.5/);
  await hasValue(box, "350,5");
  await box.fill("1.000");
  await box.press("Enter");
  assert.match(await knob("network.round_trip_us").locator(".message").innerText(), /1000 oder 1 /);
  assert.equal(await box.getAttribute("aria-invalid"), "true");
  await box.fill("1000");
  await box.press("Enter");
  await page.waitForURL(/network\.round_trip_us=1000/);
  assert.equal(await knob("network.round_trip_us").locator(".message").isVisible(), false);
  await settled();
});

test("the keyboard alone reaches and changes a setting", async () => {
  await open();
  const part = page.locator(".sentence .part").first();
  await part.focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "knob-nas-preset");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await knob("network.link_gbit").locator("input:checked").focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForURL(/network\.link_gbit=2\.5/);
  await settled();
});

test("a link opened again shows the same scenario and the same figures", async () => {
  await open();
  await choose("network.link_gbit", "2.5");
  await openSection("volume");
  await knob("volume.raid").locator("select").selectOption({ label: "RAID 5" });
  await page.waitForURL(/volume\.raid=raid5/);
  await settled();
  const [sentence, figures, address] = [await page.locator("h1").innerText(), await page.locator(".row .figure").allInnerTexts(), page.url()];
  await page.goto("about:blank");
  await page.goto(address);
  await settled();
  assert.equal(await page.locator("h1").innerText(), sentence);
  assert.deepEqual(await page.locator(".row .figure").allInnerTexts(), figures);
});

test("bad parts of a link are told and left out", async () => {
  await open("?v=1&nas.preset=synology-ds918-plus&network.link_gbit=3&nonsense=1&__proto__.x=1&drives.count=abc");
  const text = await page.locator(".link-problems").innerText();
  for (const part of ["network.link_gbit=3", "nonsense=1", "__proto__.x=1", "drives.count=abc"]) assert.ok(text.includes(part), `${part} in ${text}`);
  assert.match(await page.locator("h1").innerText(), /DS918\+/);
  assert.equal(await page.locator(".row:not([data-empty])").count() > 0, true);
});

test("markup in a link stays text", async () => {
  await open(`?v=1&label=${encodeURIComponent("<img src=x onerror=alert(1)>")}&nas.label=%3Cscript%3E&foo%3Cb%3E=1`);
  assert.equal(await page.locator("#app img, #app b:has-text('=1'), #app script").count(), 0);
});

test("what cannot be built is explained beside the setting, and one click makes it right", async () => {
  await open("?v=1&nas.preset=synology-ds1819-plus&volume.raid=raid6&drives.count=5");
  await page.locator(".sentence .part", { hasText: "hard disk" }).click();
  const box = knob("drives.count").locator("input.box");
  await box.fill("3");
  await box.press("Enter");
  await page.locator(".verdict .problems").waitFor();
  assert.match(await knob("drives.count").locator(".message").innerText(), /at least 4/);
  assert.equal(await box.inputValue(), "3", "nothing is changed silently");
  await page.locator(".verdict .problems button").click();
  await settled();
  await hasValue(box, "4");
  await page.locator(".verdict .problems").waitFor({ state: "hidden" });
});

test("an SSD cache can be switched off and on again, and both figures stand side by side", async () => {
  await open();
  assert.equal(await page.locator("#task-4k-random-read .bar:not([visibility])").count(), 2);
  await openSection("ssd_cache");
  await choose("ssd_cache.mode", "none");
  await settled();
  assert.equal(await page.locator("#task-4k-random-read .bar:not([visibility])").count(), 1);
  assert.match(await page.locator("h1").innerText(), /no SSD cache/);
  await choose("ssd_cache.mode", "read-write");
  await settled();
  assert.match(await page.locator("h1").innerText(), /2\s×\s500\sGB of SSD cache/);
});

test("an opened task tells where the time goes, in numbers that add up", async () => {
  await open();
  await page.locator("#task-jpg-photos > summary").click();
  const detail = page.locator("#task-jpg-photos .detail");
  assert.match(await detail.locator(".lead").innerText(), /^Limited by .* busy\./);
  const shares = await detail.locator(".stations tbody td:nth-child(3)").allInnerTexts();
  const sum = shares.map((text) => Number.parseInt(text, 10)).reduce((a, b) => a + b, 0);
  assert.ok(Math.abs(sum - 100) <= shares.length, `shares add up to ${sum} %`);
});

test("units change the figures, not the forecast", async () => {
  await open();
  const mb = await figure("big-file-read");
  await page.getByLabel("Show as").selectOption("mib_s");
  const mib = await figure("big-file-read");
  assert.ok(Math.abs(mb / mib - 1.048576) < 0.02, `${mb} MB/s is ${mib} MiB/s`);
  await page.getByLabel("Show as").selectOption("time");
  await page.getByLabel("Amount of data").fill("100");
  await page.getByLabel("Amount of data").press("Enter");
  assert.match(await page.locator("#task-big-file-read .figure.cached").innerText(), /min/);
  await page.waitForURL(/unit=time.*gb=100|gb=100.*unit=time/);
});

test("a pinned NAS stands beside the present one, differences first", async () => {
  await open();
  await page.getByRole("button", { name: "Pin this NAS" }).click();
  await choose("network.link_gbit", "10");
  await settled();
  const text = await page.locator("#compare table").innerText();
  assert.match(text, /What differs[\s\S]*Port of the NAS[\s\S]*What it will deliver/);
  await page.getByRole("button", { name: /^Open:/ }).click();
  await settled();
  assert.equal(await knob("network.link_gbit").locator("input:checked").getAttribute("value"), "1");
});

test("figures can be taken along as Markdown, CSV, JSON, SVG and PNG", async () => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(site.address).origin });
  await open();
  const copied = async (/** @type {string} */ name) => {
    await page.getByRole("button", { name, exact: true }).click();
    await page.locator("#share p").getByText("Copied.").waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.match(await copied("Copy table (Markdown)"), /\| Task \|[\s\S]*Film from the NAS/);
  assert.match(await copied("Copy table (CSV)"), /^task,ssd_cache,bottleneck,throughput_mb_s,/);
  assert.equal(JSON.parse(await copied("Copy JSON")).scenario.nas.preset, "synology-ds918-plus");
  assert.match(await copied("Copy link"), /v=1&nas\.preset=synology-ds918-plus/);
  for (const [name, file] of [["Save chart (SVG)", /\.svg$/], ["Save chart (PNG)", /\.png$/]]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: String(name) }).click()]);
    assert.match(download.suggestedFilename(), /** @type {RegExp} */ (file));
  }
});

test("the page prints to one A4 sheet", async () => {
  await open();
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const sheets = pdf.toString("latin1").match(/\/Type\s*\/Page[^s]/g)?.length;
  assert.equal(sheets, 1);
});

for (const [lang, words] of /** @type {const} */ ([["en", /limited by/], ["fr", /limités/], ["de", /begrenzt/], ["pt", /limitado/]])) {
  test(`the page speaks ${lang}`, async () => {
    await open(`?lang=${lang}`);
    assert.equal(await page.locator("html").getAttribute("lang"), lang);
    assert.match(await page.locator(".answer").innerText(), words);
    assert.equal((await page.locator("#app").innerText()).includes("undefined"), false);
    assert.equal(await page.locator("#results .unit").innerText(), lang === "fr" ? "Mo/s" : "MB/s");
  });
}

test("a change of language keeps scenario, figures and focus", async () => {
  await open();
  const figures = await page.locator(".row .figure.cached > span:nth-child(2)").allInnerTexts();
  await page.locator("header .language").selectOption("pt");
  await page.locator("html[lang=pt]").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.classList.contains("language")), true);
  assert.deepEqual(await page.locator(".row .figure.cached > span:nth-child(2)").allInnerTexts(), figures.map((text) => text.replace(/[.,]/g, (sign) => (sign === "." ? "," : "."))));
  await page.waitForURL(/lang=pt/);
});

test("without JavaScript the page is useful text", async () => {
  const context = await site.browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(site.address);
  const text = await plain.locator("main").innerText();
  assert.ok(text.includes("1 Gbit/s carries 118 MB/s"));
  await context.close();
});

test("an embed shows only what it was asked for", async () => {
  await open("?embed=1&preset=synology-ds918-plus&show=workloads,network.link_gbit&lang=fr");
  assert.deepEqual(await page.locator(".knob:visible").evaluateAll((all) => all.map((knob) => /** @type {HTMLElement} */ (knob).dataset.path)), ["network.link_gbit"]);
  assert.equal(await page.locator("#compare, #share, #how, .answer, header.site:visible").count(), 0);
  assert.equal(await page.locator(".row").count(), 16);
});

test("on a phone two NAS are compared side by side, without scrolling sideways", async () => {
  await page.setViewportSize({ width: 380, height: 800 });
  await open();
  await page.locator("#compare button.primary").click();
  await openSection("network");
  await choose("network.link_gbit", "10");
  await settled();
  const cells = await page.locator("#compare tbody tr:has(.most)").first().locator("td").all();
  const boxes = await Promise.all(cells.map((cell) => cell.boundingBox()));
  assert.equal(boxes.length, 2);
  assert.equal(boxes[0]?.y, boxes[1]?.y);
  for (const box of boxes) assert.ok(box && box.x >= 0 && box.x + box.width <= 380 && box.width > 100, JSON.stringify(box));
});

test("on a phone results stand above the settings and headline figures stay in sight", async () => {
  await page.setViewportSize({ width: 380, height: 800 });
  await open();
  const [results, knobs] = [await page.locator("#results").boundingBox(), await page.locator("#knobs").boundingBox()];
  assert.ok(results && knobs && results.y + results.height <= knobs.y);
  await page.locator("#section-network > summary").click();
  await page.locator("#section-network").scrollIntoViewIfNeeded();
  await page.locator(".strip").waitFor({ state: "visible" });
  assert.match(await page.locator(".strip").innerText(), /MB\/s/);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, "nothing sticks out sideways");
});
