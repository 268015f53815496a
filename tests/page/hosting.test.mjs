// The site where self-hosters put it: the recipes of docs/self-hosting.md in a real nginx, the npm package in a small site,
// the oEmbed answer.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { launchChromium, site } from "../tools/browser.mjs";
import { openHost } from "../tools/host.mjs";
import { serve } from "../tools/serve.mjs";

const run = promisify(execFile);
const tests = fileURLToPath(new URL("..", import.meta.url));
const SMALL = 'preset="synology-ds918-plus" lang="en" show="bottleneck,jpg-photos"';
const SLOW = { timeout: 180_000 };

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof openHost>>} */
let host;
/** @type {string} */
let folder;

before(async () => {
  [browser, host, folder] = await Promise.all([launchChromium(), openHost(), mkdtemp(join(tmpdir(), "nas-forecast-"))]);
});

after(async () => {
  await browser.close();
  host.close();
  await rm(folder, { recursive: true });
});

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * nginx with one recipe, with the folders and the port that are ours.
 * @param {string} recipe
 * @param {string} place
 */
async function startNginx(recipe, place) {
  const port = await freePort();
  const empty = join(place, "site");
  await mkdir(empty, { recursive: true });
  await symlink(site, join(place, "product"));
  const server = recipe
    .replace("listen 8080", `listen 127.0.0.1:${port}`)
    .replaceAll("/srv/nas-forecast", join(place, "product"))
    .replaceAll("/srv/site", empty)
    .replaceAll("include mime.types", "include /etc/nginx/mime.types");
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((each) => `${each}_temp_path ${place}/temp;`).join(" ");
  const config = join(place, "nginx.conf");
  await writeFile(config, `daemon off; master_process off; pid ${place}/pid; error_log stderr warn;\nevents {}\nhttp { access_log off; ${paths}\n${server}\n}\n`);
  const nginx = spawn("nginx", ["-c", config, "-e", "stderr"], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  nginx.stderr.on("data", (data) => (said += data));
  const address = `http://127.0.0.1:${port}/${recipe.includes("location /nas-forecast/") ? "nas-forecast/" : ""}`;
  for (let tries = 0; ; tries++) {
    try {
      await fetch(address);
      return { address, said: () => said, stop: () => nginx.kill() };
    } catch {
      assert.ok(nginx.exitCode === null && tries < 200, said);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/**
 * A page of another origin with the element; what the browser complained about.
 * @param {string} product
 */
async function embedFrom(product) {
  host.pages.set("/", { body: `<!doctype html><link rel="icon" href="data:,"><script type="module" src="${product}www/embed.js"></script><nas-forecast ${SMALL}></nas-forecast>` });
  const page = await browser.newPage();
  /** @type {string[]} */
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.goto(host.address);
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector("nas-forecast"))?.report, null, SLOW);
  assert.ok(page.workers().length > 0 || page.frames().length > 1);
  await page.close();
  return faults;
}

const guide = await readFile(new URL("../../docs/self-hosting.md", import.meta.url), "utf8");
const recipes = [...guide.matchAll(/## (nginx[^\n]*)\n(?:(?!\n## )[^])*?```nginx\n([^]*?)```/g)].map(([, title, recipe]) => ({ title, recipe }));

test("the guide has its three recipes", () => assert.equal(recipes.length, 3));

for (const [index, { title, recipe }] of recipes.entries()) {
  test(`${title}: serves types, compression and headers, and another site's embed forecasts`, async () => {
    const place = join(folder, `nginx-${index}`);
    const nginx = await startNginx(recipe, place);
    try {
      const wasm = await fetch(`${nginx.address}www/wasm/nas_forecast_web_bg.wasm`, { headers: { "accept-encoding": "gzip" } });
      assert.equal(wasm.headers.get("content-type"), "application/wasm");
      assert.equal(wasm.headers.get("content-encoding"), "gzip");
      assert.match(wasm.headers.get("content-security-policy") ?? "", /wasm-unsafe-eval/);
      const script = await fetch(`${nginx.address}www/embed.js`);
      assert.match(script.headers.get("content-type") ?? "", /^(text|application)\/javascript/);
      assert.equal(script.headers.get("access-control-allow-origin"), "*");
      assert.match(script.headers.get("cache-control") ?? "", /no-cache|max-age/);
      const page = await fetch(`${nginx.address}index.html`);
      assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
      assert.equal(page.headers.get("x-frame-options"), null);
      assert.deepEqual(await embedFrom(nginx.address), []);
      assert.equal(nginx.said(), "");
    } finally {
      nginx.stop();
    }
  });
}

test("the npm package packs, installs into a site, embeds there, and has its types", async () => {
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: site });
  const [{ filename }] = JSON.parse(stdout);
  const small = join(folder, "small-site");
  await mkdir(small);
  await writeFile(join(small, "package.json"), '{"private": true, "type": "module"}');
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", join(folder, filename)], { cwd: small });
  const server = await serve(small, 0, { "access-control-allow-origin": "*" });
  try {
    assert.deepEqual(await embedFrom(`${server.address}node_modules/nas-forecast/`), []);
  } finally {
    server.close();
  }
  // A server that renders pages imports the element without a browser.
  await writeFile(join(small, "server.js"), 'await import("nas-forecast/embed");\n');
  await run(process.execPath, ["server.js"], { cwd: small });
  await writeFile(
    join(small, "use.ts"),
    `import { forecast, type NasForecastElement, type Report } from "nas-forecast";
const element: NasForecastElement | null = document.querySelector("nas-forecast");
element?.addEventListener("forecast", (event) => { const report: Report = event.detail; console.log(report.bottleneck); });
if (element) element.scenario = { version: 1, network: { link_gbit: 10 } };
// @ts-expect-error a report is read only
if (element) element.report = null;
export const rate: Promise<number | undefined> = forecast({ version: 1, workload: { preset: "big-file-read" } }).then((report) => report.throughput_mb_s?.value);
`,
  );
  const compiler = join(tests, "node_modules/.bin/tsc");
  await run(compiler, ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2023,dom", "--types", "", "use.ts"], { cwd: small }).catch((error) => assert.fail(error.stdout));
});

test("with an address the site has an oEmbed answer, found from the page, whose frame forecasts", async () => {
  const copy = join(folder, "published");
  await cp(site, copy, { recursive: true });
  const server = await serve(copy);
  try {
    await run(process.execPath, [join(tests, "tools/package.mjs"), copy, "0.0.0", server.address]);
    const page = await (await fetch(server.address)).text();
    const found = /<link rel="alternate" type="application\/json\+oembed" href="([^"]+)"/.exec(page)?.[1] ?? "";
    const answer = await (await fetch(found)).json();
    assert.deepEqual([answer.version, answer.type, answer.provider_name, typeof answer.width, typeof answer.height], ["1.0", "rich", "nas-forecast", "number", "number"]);
    host.pages.set("/preview", { body: `<!doctype html><link rel="icon" href="data:,">${answer.html}` });
    const preview = await browser.newPage();
    await preview.goto(`${host.address}preview`);
    await preview.frameLocator("iframe").locator("#results:not([aria-busy])").waitFor(SLOW);
    await preview.close();
  } finally {
    server.close();
  }
});
