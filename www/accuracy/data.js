// The measurements beside their forecasts, as the build writes them (tests/tools/accuracy.mjs), and what the page asks
// of them. Nothing is forecast here; a summary is read, never made.

/** @typedef {"throughput_mb_s" | "iops" | "latency_mean_ms" | "latency_max_ms" | "latency_stddev_ms" | "latency_p50_ms" | "latency_p95_ms" | "latency_p99_ms" | "duration_s" | "files_per_s" | "hit_percent" | "rebuild_h" | "speedup"} Metric */

/**
 * @typedef {object} Value one measured figure
 * @property {string} case
 * @property {Metric} metric
 * @property {number} measured
 * @property {number} [lower] bounds, where the source gives those instead
 * @property {number} [upper]
 * @property {number | null} predicted
 * @property {number | null} low 80 % interval
 * @property {number | null} high
 * @property {number | null} error_percent
 * @property {"A" | "B" | "C"} grade
 * @property {string} category
 * @property {string} source_key
 * @property {boolean} link_bound
 * @property {number} [classic]
 * @property {number} [classic_error_percent]
 * @property {string} bottleneck
 */

/**
 * @typedef {object} Stats
 * @property {number} cases
 * @property {number} values
 * @property {number | null} median_abs_error_percent
 * @property {number | null} p90_abs_error_percent
 * @property {number | null} within_25_percent
 */

/** @typedef {{title: string, url: string, year: number | null}} Source */

/**
 * @typedef {object} Parameter
 * @property {string} id
 * @property {string} unit
 * @property {string} meaning
 * @property {string} source
 * @property {number} prior
 * @property {number} prior_log_sd
 * @property {number} value
 * @property {number} log_sd
 * @property {number} sources how many speak to it
 */

/**
 * @typedef {object} Data
 * @property {Value[]} values
 * @property {Stats} summary
 * @property {Stats} not_link_bound
 * @property {Stats} classic
 * @property {Stats} classic_not_link_bound
 * @property {Record<string, Stats>} by_category
 * @property {Record<string, Stats>} by_source
 * @property {Record<string, Source>} sources
 * @property {Record<string, string>} notes remarks on the cases that are missed, by id
 * @property {Parameter[]} parameters
 * @property {{held: number, broken: number, orderings: {id: string, held: boolean, claim: string, source_key: string}[]}} check
 */

/** Metrics that summaries count; the others are single noisy readings. */
const COUNTED = new Set(["throughput_mb_s", "iops", "latency_mean_ms", "files_per_s", "duration_s", "speedup"]);

/** @returns {Promise<Data>} */
export async function loadData() {
  const response = await fetch(new URL("data.json", import.meta.url));
  if (!response.ok) throw new Error(`data.json: ${response.status}`);
  return response.json();
}

/** @param {Value} value */
export function counts(value) {
  return value.grade !== "C" && COUNTED.has(value.metric);
}

/**
 * Counted figures that are off by more than a limit, the worst first; a figure without a forecast is the worst of all.
 * @param {Data} data
 * @param {number} limitPercent
 */
export function misses(data, limitPercent) {
  const error = (/** @type {Value} */ value) => value.error_percent ?? Infinity;
  return data.values.filter((value) => counts(value) && error(value) > limitPercent).sort((a, b) => error(b) - error(a));
}

/**
 * Sources with most figures first, so that those one meets most often get the plainest marks.
 * @param {Data} data
 */
export function sourceOrder(data) {
  /** @type {Map<string, number>} */
  const figures = new Map();
  for (const { source_key } of data.values) figures.set(source_key, (figures.get(source_key) ?? 0) + 1);
  return [...figures].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([key, count]) => ({ key, count }));
}

/**
 * Median error of the textbook formulas, in per cent; null where they say nothing.
 * @param {Value[]} values
 */
export function classicMedian(values) {
  const errors = values.map((value) => value.classic_error_percent).filter((error) => error !== undefined).sort((a, b) => a - b);
  if (errors.length === 0) return null;
  const middle = errors.length / 2;
  return errors.length % 2 ? errors[Math.floor(middle)] : (errors[middle - 1] + errors[middle]) / 2;
}
