// The query string and the scenario: readable paths, the same string for a link, an iframe and a bookmark. Reading
// one is the engine's work, which knows what each path may hold; writing one is only spelling.

import { leaves, set } from "./document.js";

/** @typedef {import("./document.js").Doc} Doc */
/** @typedef {import("./types.js").Problem} Problem */

/** Settings of the page itself, which are no part of a scenario. */
const PAGE_KEYS = ["embed", "lang", "theme", "show", "lock", "compact", "unit", "gb", "scale", "accent", "font", "radius"];

/**
 * @param {Doc} doc
 * @returns {string} without the question mark; "v=1" for the empty scenario
 */
export function toQuery(doc) {
  const parts = leaves(doc)
    .filter(([path]) => path !== "version")
    .flatMap(([path, value]) => spread(path, value))
    .map(([path, value]) => `${encode(path)}=${encode(typeof value === "string" ? value : JSON.stringify(value))}`);
  return ["v=1", ...parts].join("&");
}

/**
 * The items of a list have their number for a name.
 * @param {string} path
 * @param {any} value
 * @returns {[string, any][]}
 */
function spread(path, value) {
  if (!Array.isArray(value) || value.length === 0) return [[path, value]];
  return leaves({ ...value }, `${path}.`).flatMap(([inner, item]) => spread(inner, item));
}

/**
 * Leaves readable what is safe inside a query.
 * @param {string} text
 */
function encode(text) {
  return encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%2C", ",").replaceAll("%2F", "/").replaceAll("%3A", ":");
}

/**
 * @param {string} query
 * @returns {{pairs: [string, string][], page: Record<string, string>}} what is for the engine and what for the page
 */
export function splitQuery(query) {
  /** @type {[string, string][]} */
  const pairs = [];
  /** @type {Record<string, string>} */
  const page = {};
  for (const [key, value] of new URLSearchParams(query)) {
    if (PAGE_KEYS.includes(key)) page[key] = value;
    else pairs.push([key === "preset" ? "nas.preset" : key, value]);
  }
  return { pairs, page };
}

/**
 * @param {typeof import("./nas-forecast.js")} api
 * @param {[string, string][]} pairs
 * @returns {Promise<{doc: Doc | null, problems: Problem[]}>} doc is null when the link says nothing of a scenario
 */
export async function readLink(api, pairs) {
  if (pairs.length === 0) return { doc: null, problems: [] };
  const { scenario, problems } = await api.fromLink(pairs);
  // The page runs the whole suite: a workload that the link doesn't name is no part of its scenario.
  const names = pairs.some(([path]) => path === "workload" || path.startsWith("workload."));
  return { doc: names ? scenario : set(scenario, "workload", undefined), problems };
}
