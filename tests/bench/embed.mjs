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
for (const [name, attributes] of [["as it comes", 'preset="synology-ds918-plus"'], ["one question", 'preset="synology-ds918-plus" show="bottleneck,jpg-photos,network.link_gbit"']]) {
  const { script, style, layout, tasks } = await hostCost(browser, address, attributes, EMBEDS);
  const sum = script + style + layout;
  console.log(`Main thread of the host for each of ${EMBEDS} embeds, ${name}: ${sum.toFixed(1)} ms (script ${script.toFixed(1)}, style ${style.toFixed(1)}, layout ${layout.toFixed(1)}; with painting ${tasks.toFixed(1)}); below ${MOST_MS}: ${sum < MOST_MS ? "met" : "MISSED"}`);
}
await close();
