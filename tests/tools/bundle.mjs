// Makes two files of a built site: `node bundle.mjs dist`.
//
//   www/classic.js       the page as one classic script with everything inlined. Module scripts and `fetch` obey CORS, so
//                        in an iframe with sandbox="allow-scripts", or opened from disk, only a classic script can start.
//   nas-forecast.html    the whole product in one file: that script and the styles inside the page.

import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const site = process.argv[2];
const www = join(site, "www");
const tools = dirname(fileURLToPath(import.meta.url));

/** @param {import("esbuild").BuildOptions} options */
async function bundle(options) {
  const { outputFiles } = await build({
    bundle: true,
    minify: true,
    format: "iife",
    charset: "utf8",
    target: "es2022",
    logLevel: "warning",
    write: false,
    ...options,
  });
  return /** @type {import("esbuild").OutputFile[]} */ (outputFiles)[0].text;
}

/** @type {import("esbuild").Plugin} */
const inlineAssets = {
  name: "inline-assets",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/assets\.js$/ }, () => ({ path: join(tools, "inline-assets.js") }));
    onResolve({ filter: /^inline:/ }, ({ path }) => ({ path, namespace: "inline" }));
    onLoad({ filter: /^inline:wasm$/, namespace: "inline" }, async () => ({
      contents: await readFile(join(www, "wasm/nas_forecast_web_bg.wasm")),
      loader: "binary",
    }));
    onLoad({ filter: /^inline:worker$/, namespace: "inline" }, async () => ({
      contents: await bundle({ entryPoints: [join(www, "worker.js")] }),
      loader: "text",
    }));
  },
};

/**
 * Replaces what `pattern` finds by what `make` gives for its first group.
 * @param {string} text
 * @param {RegExp} pattern
 * @param {(reference: string) => Promise<string>} make
 */
async function replaceEach(text, pattern, make) {
  for (const match of [...text.matchAll(pattern)]) {
    const made = await make(match[1]);
    text = text.replace(match[0], () => made);
  }
  return text;
}

const script = await bundle({ entryPoints: [join(www, "app.js")], plugins: [inlineAssets] });
await writeFile(join(www, "classic.js"), script);

// Marked, so that the script knows that there is nothing beside it to lead to.
let page = (await readFile(join(site, "index.html"), "utf8")).replace("<html ", "<html data-alone ");
page = await replaceEach(page, /<link rel="stylesheet" href="([^"]+)"[^>]*>/g, async (href) => {
  const style = await bundle({
    entryPoints: [join(site, href)],
    loader: { ".svg": "dataurl", ".png": "dataurl", ".woff2": "dataurl" },
  });
  return `<style>${style}</style>`;
});
page = await replaceEach(page, /<link rel="icon" href="([^":]+)"[^>]*>/g, async (href) => {
  const icon = await readFile(join(site, href));
  return `<link rel="icon" href="data:image/svg+xml;base64,${icon.toString("base64")}">`;
});
// A classic script runs where it stands: at the end, when the page is there, as a module would.
page = await replaceEach(page, /\s*<script [^>]*src="([^"]+)"[^>]*><\/script>/g, async () => "");
page = page.replace("</body>", () => `<script>${script}</script>\n</body>`);

const left = page.replace(script, "").match(/<(?:script|link|img)\b[^>]*(?:src|href)="(?!data:)[^"]*"[^>]*>/g);
if (left) throw new Error(`index.html refers to what the single file does not hold: ${left.join(" ")}`);
await writeFile(join(site, "nas-forecast.html"), page);
