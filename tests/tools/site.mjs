// Makes the built site light: `node site.mjs dist`, after bundle.mjs has taken what it needs from the modules.
//
// The modules of www/ become a few minified files: one for each address that something outside refers to, and shared
// ones for what several of these use. What a page imports later (another language, an opened view) stays a file of its
// own. The styles of the page become one file.

import { existsSync } from "node:fs";
import { createHash } from "node:crypto";
import { readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { build, transform } from "esbuild";

const site = process.argv[2];
const www = join(site, "www");

/** Modules that programs, pages elsewhere and tests import or start by their address. */
const PUBLIC = ["nas-forecast.js", "worker.js", "engine.js", "embed.js", "cache/worker.js", "cache/engine.js"];
/** Classic scripts, which are no modules. */
const CLASSIC = ["boot.js", "classic.js", "cache/classic.js"];

/** @param {string} folder @param {string} end @returns {Promise<string[]>} paths of files below it */
async function filesBelow(folder, end) {
  return (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(end)).map((name) => join(folder, name));
}

/** Module scripts that the site's pages start with. */
async function startScripts() {
  const found = [];
  for (const page of await filesBelow(site, ".html")) {
    if (page === join(site, "nas-forecast.html")) continue;
    for (const [tag] of (await readFile(page, "utf8")).matchAll(/<script [^>]*type="module"[^>]*>/g)) {
      const src = /src="([^"]+)"/.exec(tag)?.[1];
      if (src) found.push(join(dirname(page), src));
    }
  }
  return found;
}

/** These pages' modules are started by boot.js rather than by a tag. */
const entries = new Set([join(www, "app.js"), join(www, "cache/app.js"), ...PUBLIC.map((name) => join(www, name)).filter(existsSync), ...(await startScripts())]);

const { outputFiles } = await build({
  entryPoints: [...entries],
  outdir: www,
  outbase: www,
  bundle: true,
  splitting: true,
  format: "esm",
  minify: true,
  charset: "utf8",
  target: "es2022",
  // Beside the entries: a module finds its worker and the engine by their place relative to its own.
  chunkNames: "part-[hash]",
  // Types were checked where the modules have names.
  banner: { js: "// @ts-nocheck" },
  logLevel: "warning",
  write: false,
});
for (const file of await filesBelow(www, ".js")) {
  if (!CLASSIC.includes(relative(www, file))) await rm(file);
}
for (const { path, text } of outputFiles) await writeFile(path, text);

const boot = join(www, "boot.js");
await writeFile(boot, (await transform(await readFile(boot, "utf8"), { minify: true })).code);

for (const file of await filesBelow(www, ".css")) {
  await writeFile(file, (await transform(await readFile(file, "utf8"), { loader: "css", minify: true })).code);
}

// One request for the page's styles instead of one for each file.
const index = join(site, "index.html");
const html = await readFile(index, "utf8");
const links = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)">\n?/g)];
const styles = await Promise.all(links.map(([, href]) => readFile(join(site, href), "utf8")));
await writeFile(join(www, "style/page.css"), styles.join(""));
const [first, ...others] = links.map(([tag]) => tag);
let page = html.replace(first, '<link rel="stylesheet" href="www/style/page.css">\n');
for (const tag of others) page = page.replace(tag, "");
await writeFile(index, page);

// What a page without a network needs: all of it but the bundles for pages without modules, and what only developers read.
/** @type {string[]} */
const offline = [];
const fingerprint = createHash("sha256");
for (const name of (await readdir(site, { recursive: true })).sort()) {
  const file = join(site, name);
  if (!(await stat(file)).isFile() || !/\.(html|css|js|wasm|svg|json)$/.test(name) || /^(sw\.js|nas-forecast\.html|www\/(cache\/)?classic\.js)$/.test(name)) continue;
  offline.push(name.replace(/index\.html$/, "") || "./");
  fingerprint.update(name).update(await readFile(file));
}
const keeper = join(site, "sw.js");
const kept = (await readFile(keeper, "utf8"))
  .replace('["./"]', () => JSON.stringify(offline))
  .replace('"unbuilt"', () => JSON.stringify(fingerprint.digest("hex").slice(0, 12)));
await writeFile(keeper, (await transform(kept, { minify: true })).code);
