// Which upgrade brings most: each one's whole suite is simulated and compared with the suite as it is, task by task, on
// the reader's own weighting.

import { DEFAULT_WEIGHT } from "./tasks.js";
import { upgrades } from "./upgrades.js";

/** @typedef {import("./document.js").Doc} Doc */
/** @typedef {import("./types.js").Row} Row */
/** @typedef {import("./types.js").Report} Report */
/** @typedef {import("./upgrades.js").Upgrade} Upgrade */

/** @typedef {{upgrade: Upgrade, ratios: Map<string, number>}} Simulated */
/** @typedef {Simulated & {gain: number, best: {id: string, ratio: number} | null}} Advice */

/** A gain below this nobody notices, and it may be noise. */
export const NOTICEABLE = 0.03;

/**
 * @param {Pick<typeof import("./nas-forecast.js"), "suite">} api
 * @param {Doc} doc
 * @param {Doc} resolved
 * @param {{seed: number, signal?: AbortSignal, onProgress: (done: number, total: number) => void}} options
 * @returns {Promise<Simulated[]>}
 */
export async function simulateUpgrades(api, doc, resolved, { seed, signal, onProgress }) {
  const candidates = upgrades(doc, resolved);
  const run = (/** @type {Doc} */ each) => api.suite(/** @type {any} */ (each), { seed, effort: "draft", signal });
  onProgress(0, candidates.length);
  const base = byTask(await run(doc));
  /** @type {Simulated[]} */
  const results = [];
  for (const [index, candidate] of candidates.entries()) {
    const rows = await possible(run(candidate.doc));
    if (rows) results.push({ upgrade: candidate, ratios: compare(base, byTask(rows)) });
    onProgress(index + 1, candidates.length);
  }
  return results;
}

/**
 * An upgrade that can't be built here (a RAID level that does not fit) is no advice.
 * @param {Promise<Row[]>} run
 */
async function possible(run) {
  try {
    return await run;
  } catch (error) {
    if (Array.isArray(/** @type {{problems?: unknown}} */ (error)?.problems)) return null;
    throw error;
  }
}

/** @param {Row[]} rows */
function byTask(rows) {
  return new Map(rows.map((row) => [row.id, row.report]));
}

/** @param {Map<string, Report>} before @param {Map<string, Report>} after */
function compare(before, after) {
  /** @type {Map<string, number>} */
  const ratios = new Map();
  for (const [id, report] of before) {
    const [a, b] = [speed(report), speed(after.get(id))];
    if (a && b) ratios.set(id, b / a);
  }
  return ratios;
}

/** @param {Report | undefined} report */
function speed(report) {
  if (!report) return null;
  if (report.throughput_mb_s) return report.throughput_mb_s.value;
  return report.duration_s && report.duration_s.value > 0 ? 1 / report.duration_s.value : null;
}

/**
 * Ranks by the weighted geometric mean: twice as fast at one task and half as fast at another is no gain.
 * @param {Simulated[]} simulated
 * @param {Record<string, number>} weights
 * @returns {Advice[]}
 */
export function rank(simulated, weights) {
  return simulated
    .map((each) => ({ ...each, gain: gainOf(each.ratios, weights), best: bestOf(each.ratios, weights) }))
    .sort((a, b) => b.gain - a.gain);
}

/** @param {Map<string, number>} ratios @param {Record<string, number>} weights */
function gainOf(ratios, weights) {
  let [sum, total] = [0, 0];
  for (const [id, ratio] of ratios) {
    const weight = weights[id] ?? DEFAULT_WEIGHT;
    sum += weight * Math.log(ratio);
    total += weight;
  }
  return total > 0 ? Math.exp(sum / total) - 1 : 0;
}

/** @param {Map<string, number>} ratios @param {Record<string, number>} weights */
function bestOf(ratios, weights) {
  let best = null;
  for (const [id, ratio] of ratios) {
    if ((weights[id] ?? DEFAULT_WEIGHT) > 0 && (!best || ratio > best.ratio)) best = { id, ratio };
  }
  return best;
}
