// Makes the example guides of a built site: `node guides.mjs NAS_FORECAST dist/www/guides CASES.jsonl`. The command line
// forecasts every scenario and draws its picture; the articles are words into which the figures are filled, in four languages.

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { toQuery } from "../../www/link.js";
import { format } from "../../www/number.js";
import { FILM_GB, TOPICS } from "../../www/guides/topics.js";
import { LANGUAGES, Words } from "../../www/text/index.js";
import { formatDuration } from "../../www/unit.js";
import { rateText, withUnit } from "../../www/wording.js";

/** @typedef {import("../../www/guides/topics.js").Figure} Figure */
/** @typedef {import("../../www/guides/topics.js").Topic} Topic */
/** @typedef {import("../../www/guides/articles/en.js").Articles} Articles */
/** @typedef {import("../../www/text/index.js").Language} Language */
/** @typedef {import("../../www/types.js").Row} Row */
/** @typedef {Record<string, Map<string, Row>>} Forecasts by scenario and task */

export const LANGUAGE_CODES = /** @type {Language[]} */ (Object.keys(LANGUAGES));

/** @param {Language} lang @returns {Promise<Articles>} */
export async function articlesOf(lang) {
  return joined((await import(`../../www/guides/articles/${lang}.js`)).default);
}

/**
 * No line may end between a number and its unit, or within the name of a RAID level.
 * @template T
 * @param {T} value texts, in objects and lists
 * @returns {T}
 */
function joined(value) {
  if (typeof value === "string") return /** @type {T} */ (value.replace(/(?<=\d) (?=(Gbit\/s|GbE|T[Bo])\b)|(?<=\bRAID) (?=\d)/g, "\u00a0"));
  if (Array.isArray(value)) return /** @type {T} */ (value.map(joined));
  return /** @type {T} */ (Object.fromEntries(Object.entries(/** @type {object} */ (value)).map(([key, inner]) => [key, joined(inner)])));
}

/**
 * @param {string} command
 * @param {Topic} topic
 * @returns {Promise<Forecasts>}
 */
export async function forecastsOf(command, topic) {
  const folder = await mkdtemp(join(tmpdir(), "nas-forecast-"));
  /** @type {Forecasts} */
  const forecasts = {};
  for (const [name, scenario] of Object.entries(topic.scenarios)) {
    const file = join(folder, `${name}.json`);
    await writeFile(file, JSON.stringify(scenario));
    const { stdout } = await promisify(execFile)(command, ["suite", file, "--json"], { maxBuffer: 64 * 1024 * 1024 });
    forecasts[name] = new Map(JSON.parse(stdout).map((/** @type {Row} */ row) => [row.id, row]));
  }
  await rm(folder, { recursive: true });
  return forecasts;
}

/** @param {Forecasts} forecasts @param {string} scenario @param {string} task @param {boolean} [plain] */
function reportOf(forecasts, scenario, task, plain = false) {
  const row = forecasts[scenario].get(task);
  const report = plain ? row?.report_without_cache : row?.report;
  if (!report?.throughput_mb_s) throw new Error(`${scenario}: no forecast of ${task}`);
  return { ...report, throughput_mb_s: report.throughput_mb_s };
}

/**
 * The claims of a topic that its forecasts don't hold.
 * @param {Topic} topic
 * @param {Forecasts} forecasts
 */
export function brokenClaims(topic, forecasts) {
  const rate = (/** @type {string} */ scenario, /** @type {string} */ task, /** @type {boolean | undefined} */ plain) => reportOf(forecasts, scenario, task, plain).throughput_mb_s.value;
  const limit = (/** @type {string} */ scenario, /** @type {string} */ task) => reportOf(forecasts, scenario, task).bottleneck;
  return Object.entries(topic.claims).filter(([, holds]) => !holds(rate, limit)).map(([claim]) => claim);
}

/** @param {Words} words @param {Figure} figure @param {Forecasts} forecasts */
function figureText(words, { of, task, as, plain }, forecasts) {
  const report = reportOf(forecasts, of, task, plain);
  const rate = report.throughput_mb_s;
  if (as === "time") return formatDuration((FILM_GB * 1000) / rate.value, words.lang);
  if (as === "times") return format(rate.value / reportOf(forecasts, of, task, true).throughput_mb_s.value, words.lang, 0.9, 3);
  if (as === "ops" && report.iops) return `${format(report.iops.value, words.lang, report.iops.low, report.iops.high)}\u00a0${words.text.results.iops}`;
  return rateText(words, rate, "mb_s");
}

/**
 * An article with its figures in place.
 * @param {Topic} topic
 * @param {Words} words
 * @param {Articles} articles
 * @param {Forecasts} forecasts
 */
export function articleOf(topic, words, articles, forecasts) {
  const { title, lead, body } = articles[/** @type {Exclude<keyof Articles, "common">} */ (topic.id)];
  const parts = { size: withUnit(words, FILM_GB, "GB"), ...Object.fromEntries(Object.entries(topic.figures).map(([name, figure]) => [name, figureText(words, figure, forecasts)])) };
  const filled = (/** @type {string} */ text) =>
    text.replace(/\{(\w+)\}/g, (_, name) => {
      if (!Object.hasOwn(parts, name)) throw new Error(`${topic.id}, ${words.lang}: no figure ${name}`);
      return /** @type {Record<string, string>} */ (parts)[name];
    });
  return { title, lead, body: body.map(filled) };
}

/** @param {string} text */
const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/**
 * @param {{lang: Language, title: string, description: string, depth: string, alternates: string}} page
 * @param {string} main
 */
function document({ lang, title, description, depth, alternates }, main) {
  const style = (/** @type {string} */ name) => `<link rel="stylesheet" href="${depth}${name}">`;
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · nas-forecast</title>
<meta name="description" content="${escape(description)}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${depth}icon.svg" type="image/svg+xml">
${alternates}
${["style/tokens.css", "style/frame.css", "guides/guides.css"].map(style).join("\n")}
<script type="module" src="${depth}embed.js"></script>
</head>
<body>
<div id="app">
${main}
</div>
</body>
</html>
`;
}

/** @param {string} file */
const alternatesOf = (file) => LANGUAGE_CODES.map((code) => `<link rel="alternate" hreflang="${code}" href="../${code}/${file}">`).join("\n");

/** @param {Language} lang @param {string} file @param {string} guides */
function header(lang, file, guides) {
  const others = LANGUAGE_CODES.map((code) => (code === lang ? `<b>${LANGUAGES[code]}</b>` : `<a href="../${code}/${file}" lang="${code}" hreflang="${code}">${LANGUAGES[code]}</a>`));
  return `<header class="site"><a class="brand" href="../../../index.html?lang=${lang}">nas-forecast</a> <a href="index.html">${escape(guides)}</a><nav class="tools">${others.join(" ")}</nav></header>`;
}

/**
 * @param {Topic} topic
 * @param {Words} words
 * @param {Articles} articles
 * @param {Forecasts} forecasts
 * @param {Map<string, {title: string, url: string | null, year: number | null}>} sources
 */
function page(topic, words, articles, forecasts, sources) {
  const { lang } = words;
  const { common } = articles;
  const { title, lead, body } = articleOf(topic, words, articles, forecasts);
  const { scenario, show } = topic.embed;
  const query = toQuery(topic.scenarios[scenario]);
  const full = escape(`../../../index.html?${query}&lang=${lang}`);
  const attributes = [...new URLSearchParams(query)].filter(([name]) => name !== "v").map(([name, value]) => `${name}="${escape(value)}"`);
  const embed = `<nas-forecast ${attributes.join(" ")} lang="${lang}" show="${show}" lock="client" title="${escape(title)}"><a href="${full}"><img src="../pictures/${topic.id}.${lang}.svg" alt="${escape(common.open)}" loading="lazy"></a></nas-forecast>`;
  const blocks = body.map((text) => (text === "@" ? embed : text.startsWith("# ") ? `<h2>${escape(text.slice(2))}</h2>` : `<p>${escape(text)}</p>`));
  const measured = topic.sources.map((key) => {
    const source = sources.get(key);
    if (!source) throw new Error(`${topic.id}: no measured case of ${key}`);
    const name = escape([source.title, source.year].filter(Boolean).join(", "));
    return `<li>${source.url ? `<a href="${escape(source.url)}" rel="noopener">${name}</a>` : name}</li>`;
  });
  const others = TOPICS.filter(({ id }) => id !== topic.id).map(({ id }) => `<li><a href="${id}.html">${escape(articles[/** @type {Exclude<keyof Articles, "common">} */ (id)].title)}</a></li>`);
  const main = `${header(lang, `${topic.id}.html`, common.guides)}
<main>
<article>
<h1 class="sentence">${escape(title)}</h1>
<p class="answer">${escape(lead)}</p>
${blocks.join("\n")}
<h2>${escape(common.measured)}</h2>
<ul>
${measured.join("\n")}
<li><a href="../../accuracy/index.html?lang=${lang}">${escape(common.accuracy)}</a></li>
</ul>
<p class="soft">${escape(common.source.replace("{disks}", common.disks))}</p>
<h2>${escape(common.other)}</h2>
<ul>
${others.join("\n")}
</ul>
</article>
</main>`;
  return document({ lang, title, description: lead, depth: "../../", alternates: alternatesOf(`${topic.id}.html`) }, main);
}

/** @param {Language} lang @param {Articles} articles */
function index(lang, articles) {
  const { common } = articles;
  const items = TOPICS.map(({ id }) => {
    const { title, lead } = articles[/** @type {Exclude<keyof Articles, "common">} */ (id)];
    return `<li><h2><a href="${id}.html">${escape(title)}</a></h2><p>${escape(lead)}</p></li>`;
  });
  const main = `${header(lang, "index.html", common.guides)}\n<main>\n<h1 class="sentence">${escape(common.guides)}</h1>\n<p class="answer">${escape(common.intro)}</p>\n<ul class="guide-list">\n${items.join("\n")}\n</ul>\n</main>`;
  return document({ lang, title: common.guides, description: common.intro, depth: "../../", alternates: alternatesOf("index.html") }, main);
}

/** @param {string} command @param {string} folder @param {string} cases */
async function build(command, folder, cases) {
  const lines = (await readFile(cases, "utf8")).trim().split("\n").map((line) => JSON.parse(line));
  const sources = new Map(lines.map(({ source_key, source }) => [source_key, source]));
  const list = TOPICS.map(({ id, scenarios, embed }) => ({ scenario: scenarios[embed.scenario], lang: LANGUAGE_CODES, out: `pictures/${id}.{lang}.svg` }));
  await mkdir(folder, { recursive: true });
  const listFile = join(folder, "pictures.json");
  await writeFile(listFile, JSON.stringify(list));
  await promisify(execFile)(command, ["render", "--list", listFile]);
  await rm(listFile);
  for (const topic of TOPICS) {
    const forecasts = await forecastsOf(command, topic);
    const broken = brokenClaims(topic, forecasts);
    if (broken.length > 0) throw new Error(`guides: ${topic.id}: the engine does not hold: ${broken.join("; ")}`);
    for (const lang of LANGUAGE_CODES) {
      await mkdir(join(folder, lang), { recursive: true });
      await writeFile(join(folder, lang, `${topic.id}.html`), page(topic, await Words.load(lang), await articlesOf(lang), forecasts, sources));
    }
  }
  for (const lang of LANGUAGE_CODES) await writeFile(join(folder, lang, "index.html"), index(lang, await articlesOf(lang)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command, folder, cases] = process.argv.slice(2);
  await build(command, folder, cases);
}
