// nas-forecast for JavaScript: everything returns a promise and is worked out beside the page, in workers.
//
//   import { forecast, latest } from "./nas-forecast.js";
//   const report = await forecast({ version: 1, nas: { preset: "synology-ds918-plus" }, workload: { preset: "one-big-file-down" } });
//
// Every function takes `{ signal }` last and stops at once when it aborts. What is wrong with an input rejects with a
// `ForecastError`, whose `problems` name each path.

import { forecaster } from "./assets.js";
import { ForecastError } from "./error.js";
import { Pool } from "./pool.js";

export { ForecastError };

/**
 * @typedef {import("./error.js").Problem} Problem
 * @typedef {import("./nas-forecast-types.js").Scenario} Scenario
 * @typedef {import("./nas-forecast-element.js").NasForecastElement} NasForecastElement the element of embed.js
 * @typedef {import("./nas-forecast-types.js").Assumption} Assumption
 * @typedef {import("./nas-forecast-types.js").Warning} Warning
 * @typedef {import("./nas-forecast-types.js").Effort} Effort
 * @typedef {import("./nas-forecast-types.js").Report} Report
 * @typedef {import("./nas-forecast-types.js").SuiteRow} SuiteRow
 * @typedef {import("./nas-forecast-types.js").CacheResults} CacheResults
 * @typedef {import("./nas-forecast-types.js").Advice} Advice
 * @typedef {import("./nas-forecast-types.js").Measured} Measured
 * @typedef {import("./nas-forecast-types.js").Plan} Plan
 * @typedef {import("./nas-forecast-types.js").Purchase} Purchase
 * @typedef {import("./cache/curve.js").CurveOptions} CurveOptions
 * @typedef {import("./cache/curve.js").Example} Example
 * @typedef {{ scenario: Scenario, assumptions: Assumption[], warnings: Warning[] }} Valid
 *
 * @typedef {"nas" | "cpus" | "drives" | "ssds" | "workloads"} Table
 * @typedef {Record<Table, Record<string, Record<string, any>>> & { suite: string[] }} Catalog
 *
 * @typedef {object} Knob
 * @property {string} name
 * @property {"whole" | "number" | "steps" | "flag" | "choice" | "text" | "preset" | "skew" | "parts" | "section"} type
 * @property {string} unit for people; empty where it has none
 * @property {"linear" | "log" | "choices"} scale how a slider spreads the range
 * @property {boolean} required
 * @property {boolean} derived the default follows from the rest of the scenario
 * @property {unknown} default null where it is derived, or nothing
 * @property {boolean} nullable
 * @property {string} why
 * @property {number} [min]
 * @property {number} [max]
 * @property {number} [step]
 * @property {[number, number]} [usual] what a slider spans where the range is far wider than what one meets
 * @property {(string | number)[]} [choices]
 * @property {number} [max_length]
 * @property {Table} [catalog] the table whose rows are the choices
 *
 * @typedef {object} Knobs
 * @property {{ path: string, kind: string | null, knobs: Knob[] }[]} sections and the kinds of workloads
 * @property {{ weight: Knob, kinds: string[], max: number }} part of a mix
 * @property {Knob[]} skew
 * @property {Record<string, string[]>} versions of each protocol that has some
 * @property {string[]} suite
 *
 * @typedef {{ signal?: AbortSignal }} Abortable
 *
 * @typedef {object} PurchaseQuestion
 * @property {string} policy whose curve of the results counts
 * @property {number | null} cache_gb usable size of the SSD cache; null: no SSD cache
 * @property {boolean} below_ram the trace was recorded below the NAS's RAM, which has answered its part already
 * @property {number} in_flight accesses under way at once
 *
 * @typedef {object} AdviceOptions
 * @property {number} [seed]
 * @property {Record<string, number>} [weights] how much each workload of the suite counts, by id, or `own` for the
 *   scenario's; default: the whole suite, all alike
 * @property {Record<string, number>} [prices] of upgrades by their ids, in whatever currency
 * @property {Measured[]} [measured] simulations of earlier calls on the same scenario: they aren't run again, and new ones
 *   are added, so that other weights or prices cost little
 * @property {(plan: { done: number, total: number, advice: Advice }) => void} [onProgress] the advice so far
 *
 * @typedef {Abortable & { seed?: number, effort?: Effort }} Options the same seed gives the same figures; a draft is a first
 *   answer while a slider moves
 * @typedef {{ hardware?: boolean }} Reach hardware: only the hardware counts, the workload may be missing
 */

/** The seed where none is given, as in the command line. */
const SEED = 42;

// A core stays free for the page where there are more than two: it has little to do while engines run. More than four engines
// gain nothing for one suite and cost memory.
const CORES = globalThis.navigator?.hardwareConcurrency ?? 2;
const ENGINES = Math.min(CORES, Math.max(2, Math.min(4, CORES - 1)));
/** Far above what a slice of a simulation takes. */
const GRACE_MS = 400;
const pool = new Pool(forecaster, ENGINES, GRACE_MS);

/**
 * The engine's version, as in `0.1.0`.
 * @param {Abortable} [options]
 * @returns {Promise<string>}
 */
export async function version({ signal } = {}) {
  return pool.run("version", [], { signal });
}

/**
 * Checks a scenario: rejects with everything that is wrong, else tells what had to be assumed and what deserves a word.
 * @param {Scenario | string} scenario a document, or JSON text
 * @param {Abortable & Reach} [options]
 * @returns {Promise<Valid>}
 */
export async function validate(scenario, { signal, hardware = false } = {}) {
  return pool.run("validate", [text(scenario), hardware], { signal });
}

/**
 * The scenario with every preset and default filled in.
 * @param {Scenario | string} scenario
 * @param {Abortable & Reach} [options]
 * @returns {Promise<Scenario>}
 */
export async function resolve(scenario, options) {
  return (await validate(scenario, options)).scenario;
}

/**
 * Forecasts one scenario.
 * @param {Scenario | string} scenario
 * @param {Options} [options]
 * @returns {Promise<Report>}
 */
export async function forecast(scenario, { signal, seed = SEED, effort = "full" } = {}) {
  return pool.run("forecast", [text(scenario), seed, effort === "draft"], { signal });
}

/** @type {string[] | undefined} */
let suiteIds;

/**
 * Forecasts the workloads of the suite on the hardware of a scenario, with and without its SSD cache. Leaves out what the
 * hardware can't do, as a rebuild without redundancy.
 * @param {Scenario | string} scenario its workload is ignored
 * @param {Options & { onResult?: (row: SuiteRow) => void }} [options] onResult is told each row once it is there
 * @returns {Promise<SuiteRow[]>} in the suite's order
 */
export async function suite(scenario, { signal, seed = SEED, effort = "full", onResult } = {}) {
  const hardware = text(scenario);
  // The list never changes; the catalogue around it is large to hand over.
  suiteIds ??= (await catalog({ signal })).suite;
  const ids = suiteIds;
  const isDraft = effort === "draft";
  /** @type {Map<string, SuiteRow>} */
  const rows = new Map();
  await together(isDraft ? batches(ids) : [...ids].sort(longestFirst).map((id) => [id]), signal, async (batch, either) => {
    /** @type {(SuiteRow | null)[]} */
    const found = await pool.run("suite_rows", [hardware, JSON.stringify(batch), seed, isDraft], { signal: either, isPatient: !isDraft });
    for (const row of found) {
      if (!row) continue;
      rows.set(row.id, row);
      onResult?.(row);
    }
  });
  return ids.map((id) => rows.get(id)).filter((row) => row !== undefined);
}

/** Workloads that take longest to simulate: begun first, they don't keep one engine busy when the others have finished. */
const LONG = ["4k-random-write", "virtual-machines", "8k-70-30", "video-editing", "internal-copy", "4k-random-read", "raw-photos"];

/** Short simulations of one errand. */
const BATCH = 3;

/** @param {string} a @param {string} b */
function longestFirst(a, b) {
  const place = (/** @type {string} */ id) => (LONG.includes(id) ? LONG.indexOf(id) : LONG.length);
  return place(a) - place(b);
}

/**
 * The errands of a draft, as few as keep the engines busy alike: for each one it waits for the page's thread, which may be
 * drawing. The long ones, dealt out among the engines; then the others, a few at a time, for whoever is done first.
 * @param {string[]} ids
 */
function batches(ids) {
  /** @type {string[][]} */
  const dealt = Array.from({ length: ENGINES }, () => []);
  for (const [place, id] of LONG.filter((each) => ids.includes(each)).entries()) {
    // There and back again, so that nobody gets the longer one each time.
    const [round, seat] = [Math.floor(place / ENGINES), place % ENGINES];
    dealt[round % 2 ? ENGINES - 1 - seat : seat].push(id);
  }
  const short = ids.filter((id) => !LONG.includes(id));
  const few = Array.from({ length: Math.ceil(short.length / BATCH) }, (_, index) => short.slice(index * BATCH, (index + 1) * BATCH));
  return [...dealt.filter((each) => each.length > 0), ...few];
}

/**
 * Runs something for each of several items at once. When one fails, the others are of no use any more and are stopped.
 * @template Item, Result
 * @param {Item[]} items
 * @param {AbortSignal | undefined} signal
 * @param {(item: Item, signal: AbortSignal) => Promise<Result>} run
 * @returns {Promise<Result[]>} in the order of the items
 */
async function together(items, signal, run) {
  const failed = new AbortController();
  const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal;
  try {
    return await Promise.all(items.map((item) => run(item, either)));
  } catch (reason) {
    failed.abort(reason);
    throw reason;
  }
}

/**
 * Every preset there is: rows by name for each table, and the ids of the suite's workloads.
 * @param {Abortable} [options]
 * @returns {Promise<Catalog>}
 */
export async function catalog({ signal } = {}) {
  return pool.run("catalog", [], { signal });
}

/**
 * The table of knobs: for every field of a scenario its type, unit, range, step, default and why.
 * @param {Abortable} [options]
 * @returns {Promise<Knobs>}
 */
export async function knobs({ signal } = {}) {
  return pool.run("knobs", [], { signal });
}

/**
 * Which single upgrade brings most: simulates every one that fits on the weighted workloads, and ranks them by how much
 * faster the workloads become, each with its interval.
 * @param {Scenario | string} scenario its workload counts only where `own` has a weight
 * @param {Abortable & AdviceOptions} [options]
 * @returns {Promise<Advice>}
 */
export async function advise(scenario, { signal, seed = SEED, weights = {}, prices = {}, measured = [], onProgress = () => {} } = {}) {
  const document = text(scenario);
  const request = text({ weights, prices, seed });
  for (;;) {
    /** @type {Plan} */
    const plan = await pool.run("advise_plan", [document, request, JSON.stringify(measured)], { signal });
    const { jobs, total, advice } = plan;
    let { done } = plan;
    onProgress({ done, total, advice });
    if (jobs.length === 0) return advice;
    await together(jobs, signal, async (job, either) => {
      measured.push(await pool.run("advise_job", [document, request, JSON.stringify(job)], { signal: either, isPatient: true }));
      onProgress({ done: ++done, total, advice });
    });
  }
}

/**
 * Reads the `path=value` pairs of a share link. What is wrong is told and left out; a link without a workload gets the
 * first of the suite.
 * @param {[string, string][]} pairs
 * @param {Abortable} [options]
 * @returns {Promise<{ scenario: Scenario, problems: Problem[] }>}
 */
export async function fromLink(pairs, { signal } = {}) {
  return pool.run("from_link", [JSON.stringify(pairs)], { signal });
}

/**
 * Reads a recorded trace (fio, blkparse, MSR, SPC, CSV and others, plain, gzip or zstd) and gives the miss-ratio curves of
 * cache policies on it. The trace never leaves this machine.
 * @param {Blob | BufferSource | string | Example} trace a file, its bytes, its text, or a built-in example
 * @param {Abortable & CurveOptions} [options]
 * @returns {Promise<CacheResults>}
 */
export async function cacheCurve(trace, options) {
  // Loaded with the module behind it by those who ask.
  const laboratory = await import("./cache/curve.js");
  return laboratory.cacheCurve(trace, options);
}

/**
 * What an SSD cache of some size would do on a NAS for a trace: the forecast with the hit ratios that `cacheCurve` measured,
 * and how fast the SSDs would wear.
 * @param {Scenario | string} scenario its workload is ignored
 * @param {CacheResults} results with a curve of the policy
 * @param {PurchaseQuestion} question
 * @param {Options} [options]
 * @returns {Promise<Purchase | null>} null where the trace has no blocks, or no curve of the policy
 */
export async function purchase(scenario, results, question, { signal, seed = SEED, effort = "full" } = {}) {
  const args = [text(scenario), JSON.stringify(results), JSON.stringify(question), seed, effort === "draft"];
  return pool.run("purchase", args, { signal });
}

/**
 * Makes a function of this module latest-wins, for controls that fire faster than it answers: a new call aborts the one
 * before, which then rejects with an `AbortError`.
 * @template {unknown[]} Args
 * @template Result
 * @param {(...args: [...Args, Abortable]) => Promise<Result>} run
 * @returns {(...args: Args) => Promise<Result>}
 */
export function latest(run) {
  /** @type {AbortController | undefined} */
  let current;
  return (...args) => {
    current?.abort();
    current = new AbortController();
    return run(...args, { signal: current.signal });
  };
}

/**
 * The engine reads JSON itself, so that it can tell what is wrong with a text.
 * @param {unknown} scenario
 * @returns {string}
 */
function text(scenario) {
  if (typeof scenario === "string") return scenario;
  let json;
  try {
    json = JSON.stringify(scenario);
  } catch (thrown) {
    // A cycle, or a big integer.
    throw new ForecastError([{ path: "", message: `not JSON: ${thrown}`, allowed: null }]);
  }
  return json ?? "";
}
