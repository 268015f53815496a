// The cache laboratory behind a queue of its own: one trace at a time, in a worker that ends with the call's signal.

import { laboratory } from "../assets.js";
import { Pool } from "../pool.js";

/**
 * @typedef {import("../nas-forecast-types.js").CacheResults} CacheResults
 *
 * @typedef {object} CurveOptions
 * @property {string} [format] default: by the content
 * @property {string[]} [policies] default: `["lru"]`
 * @property {number[]} [sizes] in blocks; default: 32 sizes up to all different blocks
 * @property {number} [block_bytes] default: 4096
 * @property {number} [sample_rate] above 0, at most 1
 * @property {(progress: Progress) => void} [onProgress]
 *
 * @typedef {{ bytes: number, all_bytes: number, records: number, requests: number, steps: number, all_steps: number }} Progress
 *   steps: simulations after the trace has been read
 *
 * @typedef {{ example: string, seed?: number }} Example a built-in trace
 */

/** An aborted worker ends at once: the memory that a trace took is free again only then. */
const GRACE_MS = 0;
const pool = new Pool(laboratory, 1, GRACE_MS);

/**
 * @param {Blob | BufferSource | string | Example} trace
 * @param {{ signal?: AbortSignal } & CurveOptions} [options]
 * @returns {Promise<CacheResults>}
 */
export async function cacheCurve(trace, { signal, onProgress, ...options } = {}) {
  const isReady = trace instanceof Blob || (typeof trace === "object" && "example" in trace);
  return pool.run("curve", [isReady ? trace : new Blob([/** @type {BlobPart} */ (trace)]), options], { signal, tell: onProgress });
}
