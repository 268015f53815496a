// The main flow in Firefox and WebKitGTK: a forecast, a faster link, the address opened again, another language; and a trace
// read from the disk, with the figures that Chromium finds in it.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { launchChromium, site } from "../tools/browser.mjs";
import { launchFirefox, launchWebKit } from "../tools/browsers.mjs";
import { serve } from "../tools/serve.mjs";

/** @typedef {import("../tools/browsers.mjs").Driven} Driven */

const SETTLED = 'document.querySelector("#results:not([aria-busy])") !== null';
const FILM = 'document.querySelector("#task-big-file-read .figure.cached > span:nth-child(2)").textContent';

/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {string} */
let files;
/** What Chromium finds in the trace. @type {string} */
let expected;

before(async () => {
  server = await serve(site);
  files = await mkdtemp(join(tmpdir(), "nas-forecast-"));
  const trace = longTrace();
  for (const [name, content] of Object.entries({ "trace.csv": trace, "trace.csv.gz": gzipSync(trace) })) await writeFile(join(files, name), content);
  const browser = await launchChromium();
  const page = await browser.newPage();
  const driven = { goto: page.goto.bind(page), evaluate: page.evaluate.bind(page), choose: page.setInputFiles.bind(page), close: browser.close.bind(browser) };
  try {
    expected = await curvesOf(driven, "trace.csv");
  } finally {
    await browser.close();
  }
});

after(async () => {
  server.close();
  await rm(files, { recursive: true });
});

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

  test(`${name} reads a trace from the disk, packed or not, with Chromium's figures`, async () => {
    const page = await launch();
    try {
      for (const file of ["trace.csv", "trace.csv.gz"]) assert.equal(await curvesOf(page, file), expected, file);
    } finally {
      await page.close();
    }
  });
}

/** Some 27 MB: more than one slice where a browser reads by slices. Packed it is still larger than one piece. */
function longTrace() {
  const lines = ["time,op,offset,size,note"];
  for (let at = 0; at < 150_000; at++) {
    const chance = createHash("sha512").update(String(at)).digest();
    // Eight blocks in ten thousand are asked for as often as all others.
    const block = chance[0] % 2 ? chance.readUInt16LE(1) % 8 : chance.readUInt32LE(3) % 10_000;
    lines.push(`${at},${chance[7] % 4 ? "R" : "W"},${block * 65536},65536,${chance.toString("hex")}`);
  }
  return `${lines.join("\n")}\n`;
}

/**
 * The laboratory's figures of a trace: the table behind its curves.
 * @param {Driven} page
 * @param {string} file
 */
async function curvesOf(page, file) {
  await page.goto(`${server.address}www/cache/?lang=en`);
  await until(page, 'document.querySelector("#recording") !== null');
  await page.choose("#recording", join(files, file));
  await until(page, 'document.querySelector(".curves table, .refused") !== null');
  assert.match(await page.evaluate('document.querySelector(".facts, .refused").textContent'), /CSV.*150,000: 1\d\d,\d{3} reads, \d\d,\d{3} writes/);
  return page.evaluate('document.querySelector(".curves table").textContent');
}
