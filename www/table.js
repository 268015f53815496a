// The figures as text for other programs: Markdown, CSV, JSON. One row a task, with and without the SSD cache.

import { TASKS } from "./tasks.js";
import { measure } from "./unit.js";
import { columnUnit, figureText, rangeText, stationText } from "./wording.js";
import { sentenceText } from "./view/sentence.js";
import { taskText } from "./view/results.js";

/** @typedef {import("./app.js").Context} Context */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Report} Report */

/** @typedef {{context: Context, results: Map<string, Row>, resolved: import("./document.js").Doc | null}} Figures */

/** @param {Figures} figures */
function rowsOf({ results }) {
  return TASKS.map((id) => results.get(id)).filter((row) => row !== undefined);
}

/**
 * What a table for people says: figures with their ranges, in the unit chosen on the page.
 * @param {Figures} figures
 */
export function tableCells(figures) {
  const { words, store } = figures.context;
  const { results } = words.text;
  const { unit, gb } = store.view;
  const cell = (/** @type {Report | null | undefined} */ report) => {
    const figure = report && measure(report, unit, gb);
    return figure ? `${figureText(words, figure, unit)} (${rangeText(words, figure, unit)})` : "–";
  };
  const shown = rowsOf(figures);
  const hasCache = shown.some((row) => row.report_without_cache);
  const inUnit = (/** @type {string} */ text) => `${text}, ${columnUnit(words, unit, gb)}`;
  const head = [results.task, ...(hasCache ? [inUnit(results.without), inUnit(results.with)] : [inUnit(results.plain)]), results.limitedBy];
  const rows = shown.map(({ id, report, report_without_cache }) => {
    const cells = hasCache ? [cell(report_without_cache), cell(report)] : [cell(report)];
    return [taskText(words, id).name, ...cells, stationText(words, report.bottleneck).name];
  });
  return { head, rows };
}

/** @param {Figures} figures */
export function markdownTable(figures) {
  const { context, resolved } = figures;
  const { head, rows } = tableCells(figures);
  const line = (/** @type {string[]} */ cells) => `| ${cells.map(escapeCell).join(" | ")} |`;
  const title = resolved ? `${sentenceText(context, resolved)}\n\n` : "";
  return `${title}${line(head)}\n|${head.map(() => "---|").join("")}\n${rows.map(line).join("\n")}\n`;
}

/** @param {string} text */
function escapeCell(text) {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

/**
 * For programs: ids, points and MB/s whatever the page shows.
 * @param {Figures} figures
 */
export function csvTable(figures) {
  const names = ["throughput_mb_s", "iops", "files_per_s", "duration_s"];
  const head = ["task", "ssd_cache", "bottleneck", ...names.flatMap((name) => [name, `${name}_low`, `${name}_high`])];
  const lines = rowsOf(figures).flatMap(({ id, report, report_without_cache }) => [
    csvLine(id, report.cache.ssd_hit_percent !== null && report.cache.ssd_hit_percent !== undefined, report, names),
    ...(report_without_cache ? [csvLine(id, false, report_without_cache, names)] : []),
  ]);
  return `${head.join(",")}\n${lines.join("\n")}\n`;
}

/** @param {string} id @param {boolean} cached @param {Report} report @param {string[]} names */
function csvLine(id, cached, report, names) {
  const values = names.flatMap((name) => {
    const figure = /** @type {import("./types.js").Quantity | null} */ (/** @type {any} */ (report)[name]);
    return figure ? [figure.value, figure.low, figure.high].map(String) : ["", "", ""];
  });
  return [id, cached ? "yes" : "no", report.bottleneck, ...values].join(",");
}

/** @param {Figures} figures */
export function jsonText(figures) {
  const tasks = rowsOf(figures).map(({ id, report, report_without_cache }) => ({ id, ...brief(report), without_cache: report_without_cache ? brief(report_without_cache) : null }));
  return JSON.stringify({ scenario: figures.context.store.doc, seed: figures.context.seed, tasks }, null, 2);
}

/** @param {Report} report */
function brief({ throughput_mb_s, iops, files_per_s, duration_s, latency_ms, bottleneck }) {
  return { throughput_mb_s, iops, files_per_s, duration_s, latency_ms, bottleneck };
}
