// An upgrade's name and what a buyer should know beside its gain, worded from the engine's code and figures.

import { fill } from "../dom.js";
import { cached } from "../number.js";
import { choiceName, withUnit } from "../wording.js";

/** @typedef {import("../app.js").Context} Context */
/** @typedef {import("../nas-forecast-types.js").RatedUpgrade} Rated */

/** @param {Rated} rated */
function argsOf({ args }) {
  return /** @type {Record<string, any>} */ (args);
}

/**
 * @param {Context} context
 * @param {Rated} rated
 */
export function upgradeName({ words, catalog }, rated) {
  const args = argsOf(rated);
  const names = /** @type {Record<string, string | Record<string, string>>} */ (words.text.advice.upgrades);
  // Cables that are there already only need the right bonding.
  const template = rated.code === "links" && !args.added ? names.bonding : names[rated.code];
  if (template === undefined) return rated.id;
  const parts = {
    link: args.gbit ? withUnit(words, args.gbit, "Gbit/s") : "",
    ram: args.gib ? withUnit(words, args.gib, "GiB") : "",
    size: args.gb ? withUnit(words, args.gb, "GB") : "",
    count: cached(words.lang, {}).format(args.links ?? args.count ?? 0),
    bonding: choiceName(words, args.bonding),
    mode: choiceName(words, args.mode),
    mtu: cached(words.lang, { useGrouping: false }).format(args.mtu ?? 0),
    raid: choiceName(words, args.raid),
    cpu: catalog.cpus[args.preset]?.name ?? args.preset,
    protocol: [choiceName(words, args.protocol), args.version].filter(Boolean).join(" "),
    old: choiceName(words, args.before),
  };
  return fill(typeof template === "string" ? template : words.plural(args.added, template), parts);
}

/**
 * What goes along with it and doesn't show in the gain.
 * @param {Context} context
 * @param {Rated} rated
 * @returns {string[]}
 */
export function upgradeNotes({ words }, rated) {
  const args = argsOf(rated);
  const { advice } = words.text;
  const notes = [];
  if (rated.code === "raid") notes.push(fill(advice.capacity, { now: withUnit(words, args.usable_tb, "TB"), before: withUnit(words, args.usable_tb_before, "TB") }));
  if (args.encrypted_before && !args.encrypted) notes.push(advice.unencrypted);
  if (args.encrypted && !args.encrypted_before) notes.push(advice.encrypted);
  return notes;
}
