// What a first visit costs over the wire: every file that Chromium asks for until the first forecast stands, as a server
// sends it, packed. The server counts, since a worker's requests are none of the page's.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { launchChromium, site } from "../tools/browser.mjs";
import { serve } from "../tools/serve.mjs";

/** What it is now, rounded up: a change that makes it less lowers this. The goal is 200,000. */
const MOST_BYTES = 350_000;

test("page, styles, scripts, one language and engine weigh little until the first forecast", async () => {
  /** @type {Set<string>} */
  const asked = new Set();
  const server = await serve(site, 0, {}, (path) => asked.add(new URL(path, "http://localhost").pathname));
  const browser = await launchChromium();
  try {
    // The copy for the time without a network is fetched behind the page's back and holds nothing up.
    const page = await browser.newPage({ locale: "en-US", serviceWorkers: "block" });
    await page.goto(server.address);
    await page.locator("#results[data-revision]").waitFor({ timeout: 60_000 });
  } finally {
    await browser.close();
    server.close();
  }
  let sum = 0;
  const rows = [];
  for (const path of asked) {
    const bytes = gzipSync(await readFile(join(site, path === "/" ? "index.html" : decodeURI(path))), { level: 9 }).length;
    sum += bytes;
    rows.push(`${String(bytes).padStart(8)} ${path}`);
  }
  assert.ok(asked.size > 3 && [...asked].some((path) => path.endsWith(".wasm")), [...asked].join(" "));
  assert.ok(sum <= MOST_BYTES, `${sum} bytes, of which\n${rows.sort().reverse().join("\n")}`);
});
