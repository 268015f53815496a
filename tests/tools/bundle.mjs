// Makes three files of a built site: `node bundle.mjs dist`.
//
//   www/classic.js         the page as one classic script with everything inlined. Module scripts and `fetch` obey CORS, so
//                          in an iframe with sandbox="allow-scripts", or opened from disk, only a classic script can start.
//   www/cache/classic.js   the same for the cache laboratory.
//   nas-forecast.html      the whole product in one file: both pages and their styles.

import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
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
    // The built modules, with the glue beside them, not the sources that the type check sees.
    onResolve({ filter: /^\.\.\/\.\.\/www\// }, ({ path }) => ({ path: resolve(www, path.slice("../../www/".length)) }));
    onResolve({ filter: /^inline:/ }, ({ path }) => ({ path: path.slice("inline:".length), namespace: "inline", sideEffects: false }));
    onLoad({ filter: /\.wasm$/, namespace: "inline" }, async ({ path }) => ({
      contents: await readFile(join(www, path)),
      loader: "binary",
    }));
    onLoad({ filter: /\.js$/, namespace: "inline" }, async ({ path }) => ({
      contents: await bundle({ entryPoints: [join(www, path)] }),
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

/**
 * Only programs ask the page's modules for the cache laboratory: the page's own bundle goes without.
 * @type {import("esbuild").Plugin}
 */
const withoutLaboratory = {
  name: "without-laboratory",
  setup: ({ onResolve }) => onResolve({ filter: /\/cache\/curve\.js$/ }, ({ path }) => ({ path, external: true })),
};

/** @type {import("esbuild").Plugin} */
const onePlace = {
  name: "one-place",
  setup: ({ onResolve }) => onResolve({ filter: /\/places\.js$/ }, () => ({ path: join(tools, "single-places.js") })),
};

await writeFile(join(www, "classic.js"), await bundle({ entryPoints: [join(www, "app.js")], plugins: [withoutLaboratory, inlineAssets] }));
await writeFile(join(www, "cache/classic.js"), await bundle({ entryPoints: [join(www, "cache/app.js")], plugins: [inlineAssets] }));
const script = await bundle({ entryPoints: [join(tools, "single.js")], plugins: [onePlace, inlineAssets] });

// Marked, so that the script knows that there is nothing beside it to lead to.
let page = (await readFile(join(site, "index.html"), "utf8")).replace("<html ", "<html data-alone ");
page = await replaceEach(page, /<link rel="stylesheet" href="([^"]+)"[^>]*>/g, async (href) => {
  const style = await bundle({
    entryPoints: [join(site, href)],
    loader: { ".svg": "dataurl", ".png": "dataurl", ".woff2": "dataurl" },
  });
  return `<style>${style}</style>`;
});
const laboratoryStyle = await bundle({ entryPoints: [join(www, "cache/cache.css")] });
page = page.replace("</head>", () => `<style>${laboratoryStyle}</style>\n</head>`);
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
