// What an embed costs somebody else's page, measured in Chromium on the built site: `node embed.mjs`.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { openSite, site } from "../tools/browser.mjs";
import { hostCost } from "../tools/host-cost.mjs";

const MOST_MS = 5;
const EMBEDS = 10;

const bytes = gzipSync(await readFile(join(site, "www/embed.js")), { level: 9 }).length;
console.log(`embed.js, compressed: ${bytes} bytes, at most 4,096: ${bytes <= 4096 ? "met" : "MISSED"}`);

const { browser, address, close } = await openSite({ "access-control-allow-origin": "*" });
const frame = `${address}index.html?embed=1&preset=synology-ds918-plus`;
const element = (/** @type {string} */ attributes) => `<nas-forecast ${attributes}></nas-forecast>`;
/** @type {[string, string, boolean][]} */
const kinds = [
  ["the same page in an iframe of the host's own, which no embed can do without", `<iframe src="${frame}" loading="lazy" style="display:block;width:100%;height:1500px;border:0"></iframe>`, false],
  ["as it comes", element('preset="synology-ds918-plus"'), true],
  ["one question", element('preset="synology-ds918-plus" show="bottleneck,jpg-photos,network.link_gbit"'), true],
];
console.log(`Main thread of the host for each of ${EMBEDS} embeds, of another site as in life; the frames' own processes, where the forecast is made, not counted:`);
for (const [name, markup, isAsked] of kinds) {
  const { script, style, layout, tasks } = await hostCost(browser, address, markup, EMBEDS);
  const sum = script + style + layout;
  const verdict = isAsked ? `; below ${MOST_MS}: ${sum < MOST_MS ? "met" : "MISSED"}` : "";
  console.log(`  ${sum.toFixed(1)} ms (script ${script.toFixed(1)}, style ${style.toFixed(1)}, layout ${layout.toFixed(1)}; with painting ${tasks.toFixed(1)}), ${name}${verdict}`);
}
await close();
