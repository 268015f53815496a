// Makes the accuracy page's data: `node accuracy.mjs score.json check.json cases.jsonl PAGE_FOLDER`.
//
// Takes what `nas-forecast score --json` and `check --json` say, keeps what the page shows, adds the remarks on the cases
// that are missed, and writes the summary into the page as text, for readers without JavaScript.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const [scoreFile, checkFile, casesFile, page] = process.argv.slice(2);

/** Only figures off by at least this are explained by their case's remarks, per cent. */
const REMARKED_PERCENT = 50;

/** Four digits are more than any figure deserves, and halve the file. @param {string} _ @param {unknown} value */
const fourDigits = (_, value) => (typeof value === "number" ? Number(value.toPrecision(4)) : value);

const score = JSON.parse(await readFile(scoreFile, "utf8"));
const check = JSON.parse(await readFile(checkFile, "utf8"));
/** @type {{id: string, notes?: string}[]} */
const cases = (await readFile(casesFile, "utf8")).split("\n").filter(Boolean).map((line) => JSON.parse(line));

const missed = new Set(
  score.values
    .filter((/** @type {{error_percent: number | null}} */ value) => (value.error_percent ?? Infinity) >= REMARKED_PERCENT)
    .map((/** @type {{case: string}} */ value) => value.case),
);
const notes = Object.fromEntries(cases.filter(({ id, notes }) => notes && missed.has(id)).map(({ id, notes }) => [id, notes]));
/** @type {{id: string, held: boolean, claim: string, source_key: string}[]} */
const orderings = check.orderings.map((/** @type {any} */ { id, held, claim, source_key }) => ({ id, held, claim, source_key }));

const { values, summary, not_link_bound, classic, classic_not_link_bound, by_category, by_source, sources, parameters } = score;
const data = {
  values,
  summary,
  not_link_bound,
  classic,
  classic_not_link_bound,
  by_category,
  by_source,
  sources: { ...check.sources, ...sources },
  notes,
  parameters,
  check: { held: check.held, broken: check.broken, orderings },
};
await writeFile(join(page, "data.json"), JSON.stringify(data, fourDigits));

/** What kind of task a measured quantity speaks of. */
const KINDS = /** @type {Record<string, string>} */ ({ throughput_mb_s: "streams", iops: "random", duration_s: "files", files_per_s: "files", rebuild_h: "rebuild" });

/** How far off forecasts of a kind were, apart for those that the network decides: read by an opened task of the main page. */
function likeness() {
  /** @type {Record<string, number[]>} */
  const errors = {};
  for (const { metric, grade, error_percent, bottleneck } of values) {
    if (!KINDS[metric] || !["A", "B"].includes(grade) || error_percent === null) continue;
    (errors[`${KINDS[metric]}-${bottleneck === "link" ? "link" : "other"}`] ??= []).push(error_percent);
  }
  const median = (/** @type {number[]} */ of) => of.sort((a, b) => a - b)[of.length >> 1];
  return Object.fromEntries(Object.entries(errors).map(([key, of]) => [key, { values: of.length, median_percent: median(of) }]));
}
await writeFile(join(page, "likeness.js"), `export default ${JSON.stringify(likeness(), fourDigits)};\n`);
await writeFile(join(page, "likeness.d.ts"), "declare const likeness: Record<string, { values: number; median_percent: number }>;\nexport default likeness;\n");

const percent = (/** @type {number | null} */ value) => (value === null ? "an unknown share" : `${Math.round(value)} %`);
const text =
  `Half of ${summary.values} forecasts are within ${percent(summary.median_abs_error_percent)} of what people measured in ` +
  `${summary.cases} published tests; where the network is not the limit, within ${percent(not_link_bound.median_abs_error_percent)}. ` +
  `The textbook formulas are off by ${percent(classic.median_abs_error_percent)} and ${percent(classic_not_link_bound.median_abs_error_percent)}.`;
const file = join(page, "index.html");
await writeFile(file, (await readFile(file, "utf8")).replace("{{summary}}", () => text));
