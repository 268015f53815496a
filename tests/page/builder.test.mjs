// The builder: what an author sees in the mock article is what the copied snippet makes on another site.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launchChromium, site } from "../tools/browser.mjs";
import { openHost } from "../tools/host.mjs";
import { serve } from "../tools/serve.mjs";
import { escape, snippet } from "../../www/builder/snippet.js";
import de from "../../www/builder/text/de.js";
import en from "../../www/builder/text/en.js";
import fr from "../../www/builder/text/fr.js";
import pt from "../../www/builder/text/pt.js";

const SLOW = { timeout: 180_000 };
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; frame-src 'self'";

/** @type {Awaited<ReturnType<typeof serve>>} */
let product;
/** @type {Awaited<ReturnType<typeof openHost>>} */
let host;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  [product, host, browser] = await Promise.all([serve(site, 0, { "access-control-allow-origin": "*", "content-security-policy": POLICY }), openHost(), launchChromium()]);
});

after(async () => {
  await browser.close();
  product.close();
  host.close();
});

/** @param {string} query */
async function openBuilder(query) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  /** @type {string[]} */
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.goto(`${product.address}www/builder/index.html?${query}`);
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector(".builder textarea"))?.value, null, SLOW);
  return { page, faults };
}

test("the four languages have the same keys, and words of their own", () => {
  /** @type {(value: any) => any} */
  const keys = (value) => (typeof value === "string" ? "" : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, keys(inner)])));
  for (const text of [fr, de, pt]) {
    assert.deepEqual(keys(text), keys(en));
    assert.notEqual(text.intro, en.intro);
  }
});

test("an author chooses, and the snippet makes on another site what the article shows", async () => {
  const { page, faults } = await openBuilder("v=1&nas.preset=qnap-ts-473a&network.link_gbit=2.5&lang=de");
  await page.locator('input[name="part"][value="headlines"]').uncheck();
  await page.locator('input[name="part"][value="workloads"]').uncheck();
  await page.getByText(de.tasks).click();
  await page.locator('input[name="task"][value="jpg-photos"]').check();
  await page.locator('input[name="compact"]').check();
  await page.locator('input[name="radius"]').fill("0");
  const code = () => page.locator(".builder textarea").inputValue();
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector(".builder textarea")).value.includes("radius="), null, SLOW);
  // The preview is made anew after a pause: the one before it would do, too, and be gone a moment later.
  await page.locator(".column nas-forecast[radius]").scrollIntoViewIfNeeded();
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector(".column nas-forecast[radius]"))?.report, null, SLOW);
  await page.waitForTimeout(1000);
  const element = await code();
  assert.match(element, /nas\.preset="qnap-ts-473a" network\.link_gbit="2\.5"/);
  assert.match(element, /show="bottleneck,cache,jpg-photos,network\.link_gbit"/);
  const shown = await page.frameLocator(".column nas-forecast iframe").locator(".sentence").innerText();
  await page.locator('input[name="kind"][value="iframe"]').check();
  const iframe = await code();
  await page.locator('input[name="kind"][value="image"]').check();
  const image = await code();
  await page.close();
  assert.deepEqual(faults, []);

  host.pages.set("/", { body: `<!doctype html><link rel="icon" href="data:,"><body style="width: 700px">${element}${iframe}${image}` });
  const guest = await browser.newPage({ viewport: { width: 900, height: 900 } });
  await guest.goto(host.address);
  await guest.waitForFunction(() => /** @type {any} */ (document.querySelector("nas-forecast"))?.report, null, SLOW);
  assert.equal(await guest.frameLocator("nas-forecast iframe").locator(".sentence").innerText(), shown);
  // The height that the snippet reserves is the one that the embed takes.
  const [reserved, taken] = await guest.evaluate(() => {
    const embed = /** @type {HTMLElement} */ (document.querySelector("nas-forecast"));
    return [embed.outerHTML, String(embed.offsetHeight)];
  });
  assert.ok(reserved.includes("display:block") || reserved.includes("display: block"));
  assert.match(element, new RegExp(`min-height:${taken}px`));
  await guest.locator("body > iframe").scrollIntoViewIfNeeded();
  assert.equal(await guest.frameLocator("body > iframe").locator(".sentence").innerText(), shown);
  assert.equal(await guest.locator("body > a img").getAttribute("alt"), shown);
  await guest.close();
});

test("what the author changes in the NAS reaches preview and snippet", async () => {
  const { page, faults } = await openBuilder("v=1&nas.preset=qnap-ts-473a&lang=en");
  const frame = page.frameLocator(".builder-form nas-forecast iframe");
  await frame.locator("#section-network > summary").click();
  await frame.locator('.knob[data-path="network.link_gbit"] input[value="10"]').check({ force: true });
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector(".builder textarea")).value.includes('network.link_gbit="10"'), null, SLOW);
  assert.deepEqual(faults, []);
  await page.close();
});

test("a picture for feeds is saved as SVG", async () => {
  const { page } = await openBuilder("v=1&nas.preset=synology-ds918-plus&lang=fr");
  await page.locator('input[name="kind"][value="image"]').check();
  const download = page.waitForEvent("download", SLOW);
  await page.getByText(fr.saveSvg).click();
  assert.equal((await download).suggestedFilename(), "nas-forecast.svg");
  await page.close();
});

test("a name that is markup stays text in every snippet", () => {
  const evil = '"><script>alert(1)</script>';
  for (const kind of /** @type {const} */ (["element", "iframe", "image"])) {
    const made = snippet(kind, { doc: { version: 1, drives: { label: evil } }, page: { lang: "en", font: evil }, height: 300, sentence: evil, title: evil }, new URL("https://example.org/"));
    assert.doesNotMatch(made.replace(/<script type="module" src="[^"]*"><\/script>/, ""), /<script/, kind);
  }
  assert.equal(escape(evil), "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
});
