// What Lighthouse says of the pages on its phone settings, packed as a web server sends them: `node lighthouse.mjs`. Prints
// the four scores and what costs points; performance depends on the machine, so nothing else should run beside it.

import { cp, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import lighthouse from "lighthouse";
import { chromium } from "playwright-core";
import sirv from "sirv";
import { site } from "../tools/browser.mjs";

const AT_LEAST = 95;
const PORT = 9333;
const PAGES = ["", "www/accuracy/"];

const folder = await mkdtemp(join(tmpdir(), "nas-forecast-lighthouse-"));
await cp(site, folder, { recursive: true });
for (const name of await readdir(folder, { recursive: true })) {
  const file = join(folder, name);
  if ((await stat(file)).isFile() && /\.(html|css|js|json|svg|wasm)$/.test(name)) await writeFile(`${file}.gz`, gzipSync(await readFile(file)));
}
const server = createServer(sirv(folder, { gzip: true, maxAge: 3600 })).listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", `--remote-debugging-port=${PORT}`] });
let missed = false;
for (const path of PAGES) {
  const result = await lighthouse(`http://127.0.0.1:${port}/${path}`, { port: PORT, output: "json", logLevel: "error", onlyCategories: ["performance", "accessibility", "best-practices", "seo"] });
  if (!result) throw new Error("Lighthouse gave no result");
  const { categories, audits } = result.lhr;
  console.log(`/${path}`);
  for (const { title, score, auditRefs } of Object.values(categories)) {
    const points = Math.round(100 * (score ?? 0));
    missed ||= points < AT_LEAST;
    console.log(`  ${title.padEnd(15)} ${String(points).padStart(3)}   at least ${AT_LEAST}: ${points >= AT_LEAST ? "met" : "MISSED"}`);
    const costly = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 0.9);
    for (const { id: audit } of costly) console.log(`      ${audit}: ${audits[audit].title} ${audits[audit].displayValue ?? ""}`);
  }
}
await browser.close();
server.closeAllConnections();
server.close();
await rm(folder, { recursive: true });
if (missed) console.log("Lighthouse: MISSED");
