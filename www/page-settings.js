// What a link says about the page rather than the NAS, checked like the scenario in it: what is wrong is told and left out.

import { TASKS } from "./tasks.js";
import { LANGUAGES } from "./text/index.js";
import { UNITS } from "./unit.js";
import { SECTIONS } from "./view/layout.js";

/** @typedef {import("./types.js").Knob} Knob */
/** @typedef {import("./types.js").Problem} Problem */

/** Parts of an embed by name; tasks, sections and paths of settings are others. */
const PARTS = ["bottleneck", "headlines", "workloads", "cache", "advice", "compare", "share", "assumptions"];

/** @type {Record<string, (value: string) => boolean>} */
const MEANT = {
  lang: (value) => Object.hasOwn(LANGUAGES, value.toLowerCase().split("-")[0]),
  theme: (value) => ["auto", "light", "dark"].includes(value),
  unit: (value) => UNITS.some((unit) => unit === value),
  gb: (value) => Number(value) > 0 && Number.isFinite(Number(value)),
  scale: (value) => ["log", "linear"].includes(value),
};

/**
 * @param {Record<string, string>} page settings of the link, from which what is wrong is taken out
 * @param {Map<string, Knob>} knobs
 * @returns {Problem[]}
 */
export function takeOutWrong(page, knobs) {
  const isSetting = (/** @type {string} */ item) => SECTIONS.some((section) => section === item) || [...knobs.keys()].some((path) => path === item || path.startsWith(`${item}.`));
  const lists = /** @type {Record<string, (item: string) => boolean>} */ ({
    show: (item) => PARTS.includes(item) || TASKS.includes(item) || isSetting(item),
    lock: (item) => item === "all" || isSetting(item),
  });
  /** @type {Problem[]} */
  const problems = [];
  const refuse = (/** @type {string} */ path, /** @type {string} */ value) => problems.push({ path, code: "not-a-choice", message: "none of the choices", value, allowed: null });
  for (const [name, isMeant] of Object.entries(MEANT)) {
    // An empty one says nothing.
    if (page[name] && !isMeant(page[name])) refuse(name, page[name]);
    if (!page[name] || !isMeant(page[name])) delete page[name];
  }
  for (const [name, isMeant] of Object.entries(lists)) {
    const items = (page[name] ?? "").split(",").map((item) => item.trim()).filter(Boolean);
    const kept = items.filter(isMeant);
    for (const item of items) if (!isMeant(item)) refuse(name, item);
    if (kept.length > 0) page[name] = kept.join(",");
    else delete page[name];
  }
  return problems;
}
