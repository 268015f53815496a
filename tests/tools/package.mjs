// Makes an npm package of a built site, `node package.mjs dist VERSION`, and with an address its static oEmbed answer:
// `node package.mjs dist VERSION https://example.org/nas-forecast/`.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const [site, version, address] = process.argv.slice(2);

const manifest = {
  name: "nas-forecast",
  version,
  description: "How fast will this NAS be? A simulation in the browser, for pages and programs.",
  license: "MIT",
  type: "module",
  exports: {
    ".": { types: "./www/nas-forecast.d.ts", default: "./www/nas-forecast.js" },
    "./embed": { types: "./www/nas-forecast-element.d.ts", default: "./www/embed.js" },
    "./*": "./*",
  },
  sideEffects: ["./www/embed.js"],
};
await writeFile(join(site, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);

if (address) {
  const home = new URL(address.endsWith("/") ? address : `${address}/`).href;
  const page = await readFile(join(site, "index.html"), "utf8");
  const title = /<title>(.*?)<\/title>/.exec(page)?.[1] ?? "nas-forecast";
  const height = 1300;
  const html = `<iframe src="${home}index.html?embed=1&amp;compact=1" title="${title}" width="700" height="${height}" style="border:0;width:100%" loading="lazy"></iframe>`;
  const answer = { version: "1.0", type: "rich", provider_name: "nas-forecast", provider_url: home, title, width: 700, height, html };
  await writeFile(join(site, "oembed.json"), `${JSON.stringify(answer, null, 2)}\n`);
  const link = `<link rel="alternate" type="application/json+oembed" href="${home}oembed.json" title="${title}">`;
  await writeFile(join(site, "index.html"), page.replace("</head>", () => `${link}\n</head>`));
}
