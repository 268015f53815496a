// `nas-forecast render` beside the page: the same words, the same numbers, the same chart.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { markdownTable } from "../../www/table.js";
import { toQuery } from "../../www/link.js";
import { LANGUAGES, Words } from "../../www/text/index.js";
import { openSite } from "../tools/browser.mjs";
import { RENDER_TEXTS, renderText } from "../tools/render-texts.mjs";

/** @typedef {import("../../www/text/index.js").Language} Language */

const root = fileURLToPath(new URL("../..", import.meta.url));
const command = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), "debug/nas-forecast");
const languages = /** @type {Language[]} */ (Object.keys(LANGUAGES));

/** Between them: with and without a cache, a preset and a self-built NAS, one drive, no network, several links. */
const SCENARIOS = {
  cached: { version: 1, nas: { preset: "synology-ds918-plus" }, ssd_cache: { mode: "read-write", drives: { count: 2 } }, network: { link_gbit: 2.5 } },
  single: { version: 1, nas: { cpu: { preset: "intel-n100" } }, drives: { count: 1, capacity_tb: 1.5 }, volume: { raid: "single" }, protocol: { kind: "local" } },
  bonded: { version: 1, nas: { preset: "synology-ds1819-plus" }, drives: { count: 8 }, volume: { raid: "raid6" }, network: { links: 2, bonding: "802.3ad", link_gbit: 10 }, protocol: { kind: "nfs" } },
};

/** @type {string} */
let folder;
/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "nas-forecast-"));
  site = await openSite();
  for (const [name, scenario] of Object.entries(SCENARIOS)) await writeFile(join(folder, `${name}.json`), JSON.stringify(scenario));
  // One forecast for each NAS, in all languages and forms.
  const list = Object.entries(SCENARIOS).map(([name, scenario]) => ({ scenario, lang: languages, out: ["md", "svg", "html"].map((form) => `${name}.{lang}.${form}`) }));
  await writeFile(join(folder, "list.json"), JSON.stringify(list));
  await run("render", "--list", join(folder, "list.json"));
});

after(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

/** @param {string[]} args */
async function run(...args) {
  return (await promisify(execFile)(command, args, { maxBuffer: 64 * 1024 * 1024 })).stdout;
}

/** @param {string} name @param {Language} lang @param {string} form */
function rendered(name, lang, form) {
  return readFile(join(folder, `${name}.${lang}.${form}`), "utf8");
}

for (const lang of languages) {
  test(`the command line's words are those of the page (${lang}; ./build.sh golden rewrites them)`, async () => {
    assert.deepEqual(JSON.parse(await readFile(join(RENDER_TEXTS, `${lang}.json`), "utf8")), JSON.parse(JSON.stringify(await renderText(lang))));
  });
}

test("a table is the page's table, to the letter, in every language", async () => {
  const nas = (await readFile(join(root, "crate/core/catalog/nas.jsonl"), "utf8")).trim().split("\n").map((line) => JSON.parse(line));
  const catalog = { nas: Object.fromEntries(nas.map((row) => [row.slug, row])) };
  for (const name of Object.keys(SCENARIOS)) {
    const rows = JSON.parse(await run("suite", join(folder, `${name}.json`), "--json"));
    for (const lang of languages) {
      const context = /** @type {any} */ ({ words: await Words.load(lang), catalog, store: { view: { unit: "mb_s", gb: 50, scale: "log" } } });
      const results = new Map(rows.map((/** @type {any} */ row) => [row.id, row]));
      assert.equal(await rendered(name, lang, "md"), markdownTable({ context, results, resolved: rows[0].report.scenario }), `${name}, ${lang}`);
    }
  }
});

/**
 * What a chart says and draws: its texts, bars and whiskers in order.
 * @param {string} svg
 */
function drawn(svg) {
  const attribute = (/** @type {string} */ tag, /** @type {string} */ name) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
  const texts = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1]);
  const bars = [...svg.matchAll(/<rect [^>]*>/g)].map(([tag]) => ({ fill: attribute(tag, "fill"), x: attribute(tag, "x"), y: attribute(tag, "y"), width: Number(attribute(tag, "width")), height: attribute(tag, "height") }));
  const whiskers = [...svg.matchAll(/<path [^>]*\bd="M([\d.]+) ([\d.]+)H([\d.]+)"/g)].map((match) => match.slice(1).map(Number));
  const colours = [...new Set([...svg.matchAll(/(?:fill|stroke)="(#[^"]*)"/g)].map((match) => match[1]))].sort();
  return { texts, bars, whiskers, colours };
}

for (const name of /** @type {(keyof typeof SCENARIOS)[]} */ (Object.keys(SCENARIOS))) {
  test(`the chart is the page's chart: texts, bars and ranges (${name})`, async () => {
    const page = await site.browser.newPage({ colorScheme: "light" });
    await page.goto(`${site.address}?${toQuery(SCENARIOS[name])}&lang=fr`);
    await page.locator("#results:not([aria-busy])").waitFor({ timeout: 180_000 });
    const waiting = page.waitForEvent("download");
    await page.locator("#share button", { hasText: "SVG" }).click();
    const download = await waiting;
    const shown = drawn(await readFile(await download.path(), "utf8"));
    const source = await rendered(name, "fr", "svg");
    const own = drawn(source);
    assert.ok(shown.whiskers.length >= 15);
    assert.deepEqual([own.texts, own.colours], [shown.texts, shown.colours]);
    const places = (/** @type {ReturnType<typeof drawn>} */ { bars }) => bars.map(({ fill, x, y, height }) => [fill, x, y, height]);
    // The command line writes hundredths of a pixel.
    const near = (/** @type {number} */ a, /** @type {number} */ b) => assert.ok(Math.abs(a - b) < 0.011, `${a}, ${b}`);
    assert.deepEqual(places(own), places(shown));
    own.bars.forEach(({ width }, index) => near(width, shown.bars[index].width));
    own.whiskers.flat().forEach((x, index) => near(x, shown.whiskers.flat()[index]));
    // And the rows on the page itself: the figure in bold, the station beside it.
    const rows = await page.locator(".results .row:not([data-empty])").evaluateAll((each) =>
      each.map((row) => {
        const text = (/** @type {string} */ selector) => row.querySelector(selector)?.textContent ?? "";
        return [text(".task b"), text(".figure.cached span:nth-child(2)") || text(".figure.plain span:nth-child(2)"), text(".limited span:last-child")];
      }),
    );
    const lines = [...source.matchAll(/<text x="16" [^>]*font-size="13"[^>]*>([^<]*)<\/text>.*?font-weight="600">([^<]*)<\/text><text [^>]*font-size="12"[^>]*>([^<]*)<\/text>/g)].map((match) => match.slice(1));
    assert.deepEqual(lines, rows);
    await page.close();
  });
}

test("a picture is a PNG of twice the chart's size, alike each time", async () => {
  const out = join(folder, "card.png");
  assert.match(await run("render", join(folder, "single.json"), "--lang", "de", "--out", out), /written/);
  const bytes = await readFile(out);
  assert.deepEqual([...bytes.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
  assert.equal(bytes.readUInt32BE(16), 1720);
  assert.match(await run("render", join(folder, "single.json"), "--lang", "de", "--out", out), /unchanged/);
});

test("a table for any page is HTML without anything that could run", async () => {
  const html = await rendered("cached", "pt", "html");
  assert.match(html, /^<table lang="pt">\n<caption>Synology DS918\+/);
  assert.equal(html.match(/<tr>/g)?.length, 17);
  assert.doesNotMatch(html, /<(?!\/?(table|caption|thead|tbody|tr|th|td)\b)/);
});
