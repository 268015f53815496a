// The pages are valid HTML, by the W3C's checker: as they are served, and as scripts have filled them in.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import vnu from "vnu-jar";
import { openSite, site as folder } from "../tools/browser.mjs";

/** @type {string} */
let checked;

before(async () => {
  checked = await mkdtemp(join(tmpdir(), "nas-forecast-html-"));
});

after(() => rm(checked, { recursive: true }));

/** @param {string[]} files @returns {string[]} what the checker objects to */
function objections(files) {
  const { status, stderr, error } = spawnSync("java", ["-jar", vnu, "--errors-only", "--format", "json", ...files], { encoding: "utf8", maxBuffer: 1 << 26 });
  assert.ifError(error);
  const { messages } = JSON.parse(stderr);
  assert.equal(status !== 0, messages.length > 0, stderr);
  return messages.map((/** @type {any} */ { url, lastLine, message, extract }) => `${url.split("/").pop()}:${lastLine}: ${message} ${extract ?? ""}`);
}

test("every page is valid HTML as it is served", async () => {
  const pages = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".html") && name !== "nas-forecast.html");
  assert.ok(pages.length >= 2, pages.join(" "));
  assert.deepEqual(objections(pages.map((name) => join(folder, name))), []);
});

test("the page is valid HTML as it is shown, in four languages, with everything opened", async () => {
  const site = await openSite();
  const files = [];
  try {
    for (const lang of ["en", "fr", "de", "pt"]) {
      const page = await site.browser.newPage();
      await page.goto(`${site.address}?lang=${lang}`);
      await page.locator("#results:not([aria-busy])").waitFor({ timeout: 120_000 });
      await page.locator("#advice button.primary").click();
      await page.locator("#advice .buy").first().waitFor({ timeout: 120_000 });
      await page.locator("#compare button.primary").click();
      await page.locator("#task-jpg-photos > summary").click();
      await page.locator(".accuracy-note a").waitFor();
      const file = join(checked, `${lang}.html`);
      await writeFile(file, await page.content());
      files.push(file);
      await page.close();
    }
  } finally {
    await site.close();
  }
  assert.deepEqual(objections(files), []);
});

test("an invalid page would be found", async () => {
  const file = join(checked, "wrong.html");
  await writeFile(file, (await readFile(join(folder, "index.html"), "utf8")).replace("</h1>", "</h2>"));
  assert.notDeepEqual(objections([file]), []);
});
