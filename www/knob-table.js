// The engine's table of knobs, flattened to what the page needs: one entry a path.

/** @typedef {import("./types.js").Knob} Knob */

/** @type {Record<string, Knob["kind"]>} */
const KINDS = { whole: "number", number: "number", steps: "choice", choice: "choice", flag: "flag", preset: "preset", text: "text" };

/**
 * @param {{sections: {path: string, kind: string | null, knobs: Record<string, any>[]}[]}} table
 * @returns {Map<string, Knob>} by path, in the order of the table
 */
export function knobTable(table) {
  /** @type {Map<string, Knob>} */
  const knobs = new Map();
  for (const section of table.sections) {
    for (const entry of section.knobs) {
      const kind = KINDS[entry.type];
      const path = section.path ? `${section.path}.${entry.name}` : entry.name;
      // A field of two kinds of workload takes the same values in both.
      if (kind && !knobs.has(path)) knobs.set(path, toKnob(path, kind, entry));
    }
  }
  return knobs;
}

/**
 * @param {string} path
 * @param {Knob["kind"]} kind
 * @param {Record<string, any>} entry
 * @returns {Knob}
 */
function toKnob(path, kind, entry) {
  const [low, high] = entry.usual ?? [entry.min, entry.max];
  return {
    path,
    section: path.split(".")[0],
    kind,
    unit: entry.unit || null,
    min: entry.min,
    max: entry.max,
    low,
    high,
    step: entry.step ?? 1,
    whole: entry.type === "whole",
    scale: entry.scale,
    choices: entry.choices ?? null,
    nullable: entry.nullable,
  };
}
