// The example guides: what they claim holds in the engine, every number in them comes from it, and their pages work.

import assert from "node:assert/strict";
import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { TOPICS } from "../../www/guides/topics.js";
import { Words } from "../../www/text/index.js";
import { openSite, site } from "../tools/browser.mjs";
import { LANGUAGE_CODES, articleOf, articlesOf, brokenClaims, forecastsOf } from "../tools/guides.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const command = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "debug/nas-forecast");
const folder = join(site, "www/guides");

/** Settings and names have digits; figures are filled in. */
const NAMES = /\{\w+\}|\b(1|2[.,]5|10)\s(GbE|Gbit\/s)|\b1, 2[.,]5 (or|ou|oder) 10\sGbE|RAID\s5, 6 (or|ou|oder) 10|RAID\s(5|6|10)|DS918\+|DS224\+|TS-473A|\b8\sT[Bo]\b/g;

/** @type {Awaited<ReturnType<typeof openSite>>} */
let server;

before(async () => {
  server = await openSite({ "content-security-policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; frame-src 'self'" });
});

after(() => server.close());

for (const topic of TOPICS) {
  test(`${topic.id}: the engine holds every claim, and the pages say its figures`, async () => {
    const forecasts = await forecastsOf(command, topic);
    assert.deepEqual(brokenClaims(topic, forecasts), []);
    for (const lang of LANGUAGE_CODES) {
      const page = await readFile(join(folder, lang, `${topic.id}.html`), "utf8");
      const { body } = articleOf(topic, await Words.load(lang), await articlesOf(lang), forecasts);
      for (const text of body.filter((each) => !/^[@#]/.test(each))) assert.ok(page.includes(text.replaceAll("&", "&amp;")), text);
    }
  });
}

test("no article has a number of its own, and each uses every figure of its topic", async () => {
  for (const lang of LANGUAGE_CODES) {
    const articles = /** @type {Record<string, any>} */ (await articlesOf(lang));
    assert.deepEqual(Object.keys(articles), ["common", ...TOPICS.map(({ id }) => id)]);
    for (const { id, figures } of TOPICS) {
      const { title, lead, body } = articles[id];
      const text = [title, lead, ...body].join("\n");
      assert.doesNotMatch(text.replace(NAMES, ""), /\d/, `${lang}, ${id}`);
      for (const name of Object.keys(figures)) assert.ok(text.includes(`{${name}}`), `${lang}, ${id}: ${name}`);
      assert.equal(body.filter((/** @type {string} */ each) => each === "@").length, 1);
    }
  }
});

test("every link and picture of the guides leads somewhere", async () => {
  for (const lang of LANGUAGE_CODES) {
    for (const file of await readdir(join(folder, lang))) {
      const path = join(folder, lang, file);
      const references = [...(await readFile(path, "utf8")).matchAll(/(?:href|src)="([^"#?]+)[^"]*"/g)].map((match) => match[1]);
      for (const reference of references.filter((each) => !/^https?:/.test(each))) assert.ok(await stat(join(dirname(path), reference)), `${path}: ${reference}`);
    }
  }
});

test("a live embed shows the figures that its article was rendered with", async () => {
  for (const [lang, id, task, name] of [["fr", "network", "jpg-photos", "jpg2"], ["de", "raid", "big-file-read", "film5"]]) {
    const page = await server.browser.newPage({ viewport: { width: 1000, height: 900 } });
    /** @type {string[]} */
    const faults = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    await page.goto(`${server.address}www/guides/${lang}/${id}.html`);
    await page.locator("nas-forecast").scrollIntoViewIfNeeded();
    const frame = page.frameLocator("nas-forecast iframe");
    await frame.locator("#results:not([aria-busy])").waitFor({ timeout: 180_000 });
    const shown = await frame.locator(`#task-${task} .figure.plain span:nth-child(2)`).innerText();
    const topic = TOPICS.find((each) => each.id === id);
    assert.ok(topic?.figures[name]);
    assert.match(await page.locator("article").innerText(), new RegExp(`\\b${shown}\\s(Mo|MB)/s`));
    assert.deepEqual(faults, []);
    await page.close();
  }
});

test("without scripts an article is whole: words, figures, and the chart as a picture", async () => {
  const context = await server.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.address}www/guides/pt/ssd-cache.html`);
  assert.match(await page.locator("article").innerText(), /\d\sMB\/s/);
  const picture = page.locator("nas-forecast img");
  await picture.scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  assert.ok((await picture.boundingBox())?.height);
  await context.close();
});
