// Every sensible single upgrade of a NAS, as changes to its scenario. What each brings is simulated, not reckoned.

import { get, setAll } from "./document.js";

/** @typedef {import("./document.js").Doc} Doc */

/**
 * @typedef {object} Upgrade
 * @property {string} id what the catalogue of words calls it
 * @property {Doc} doc the scenario with it
 * @property {Record<string, any>} args for the words: paths or plain values
 * @property {boolean} costs whether it is bought; a setting is free
 */

const LINKS_GBIT = [1, 2.5, 5, 10, 25];
/** Slower first; the next one with clearly more speed is "the next class". */
const CPU_STEPS = [700, 1200, 1800, 2600, 3800];
const CACHE_SSD = "wd-blue-sn550-500gb";
const CLIENT_TOOLS = /** @type {Record<string, string>} */ ({ explorer: "robocopy", finder: "rsync", cp: "rsync" });
const RAID_STEPS = /** @type {Record<string, string[]>} */ ({
  raid5: ["raid10"],
  raid6: ["raid10"],
  shr: ["raid10"],
  shr2: ["raid10"],
  raidz1: ["zfs-mirror"],
  raidz2: ["zfs-mirror"],
  raidz3: ["zfs-mirror"],
});

/**
 * @param {Doc} doc
 * @param {Doc} resolved
 * @returns {Upgrade[]}
 */
export function upgrades(doc, resolved) {
  return [...network(doc, resolved), ...storage(doc, resolved), ...cache(doc, resolved), ...settings(doc, resolved)];
}

/**
 * @param {string} id
 * @param {Doc} doc
 * @param {Record<string, any>} patch path to value
 * @param {Record<string, any>} [args]
 * @param {boolean} [costs]
 * @returns {Upgrade}
 */
function upgrade(id, doc, patch, args = {}, costs = true) {
  return { id, doc: setAll(doc, patch), args, costs };
}

/** @param {Doc} doc @param {Doc} resolved */
function network(doc, resolved) {
  const at = (/** @type {string} */ path) => get(resolved, path);
  if (["local", "usb"].includes(at("protocol.kind"))) return [];
  const found = [];
  const link = at("network.link_gbit");
  const next = LINKS_GBIT.find((gbit) => gbit > link);
  const own = get(doc, "client.link_gbit");
  const bothEnds = (/** @type {number} */ gbit) => ({ "network.link_gbit": gbit, ...(own === undefined ? {} : { "client.link_gbit": Math.max(own, gbit) }) });
  if (next) found.push(upgrade("link", doc, bothEnds(next), { gbit: next }));
  if (next && next < 10) found.push(upgrade("link", doc, bothEnds(10), { gbit: 10 }));
  if (at("network.links") === 1 && at("protocol.kind") === "smb") {
    found.push(upgrade("links", doc, { "network.links": 2, "network.bonding": "smb-multichannel", "client.links": 2 }));
  }
  if (at("network.mtu") <= 1500) found.push(upgrade("mtu", doc, { "network.mtu": 9000 }, {}, false));
  return found;
}

/** @param {Doc} doc @param {Doc} resolved */
function storage(doc, resolved) {
  const at = (/** @type {string} */ path) => get(resolved, path);
  const found = [];
  const ram = at("nas.ram_gib");
  found.push(upgrade("ram", doc, { "nas.ram_gib": ram * 2 }, { gib: ram * 2 }));
  const faster = CPU_STEPS.find((score) => score > at("nas.cpu.single_thread_score") * 1.25);
  if (faster) found.push(upgrade("cpu", doc, { "nas.cpu.single_thread_score": faster, "nas.cpu.cores": Math.max(4, at("nas.cpu.cores")), "nas.cpu.aes_instructions": true }));
  const count = at("drives.count");
  const raid = at("volume.raid");
  const pairs = ["raid10", "zfs-mirror", "raid50", "raid60"].includes(raid);
  if (!["single", "raid1"].includes(raid)) found.push(upgrade("drive", doc, { "drives.count": count + (pairs ? 2 : 1) }, { count: pairs ? 2 : 1 }));
  if (count % 2 === 0 && count >= 4) {
    for (const level of RAID_STEPS[raid] ?? []) found.push(upgrade("raid", doc, { "volume.raid": level }, { "volume.raid": level }, false));
  }
  if (at("drives.kind") === "hdd") found.push(upgrade("ssd", doc, { drives: { preset: "samsung-870-evo-4tb", count } }));
  return found;
}

/** @param {Doc} doc @param {Doc} resolved */
function cache(doc, resolved) {
  const now = get(resolved, "ssd_cache");
  if (!now) {
    if (get(resolved, "drives.kind") !== "hdd") return [];
    return [upgrade("cache", doc, { ssd_cache: { mode: "read-write", drives: { preset: CACHE_SSD, count: 2 } } }, { count: 2, gb: 500 })];
  }
  const larger = now.drives.capacity_gb * 2;
  const skips = now.skip_sequential;
  return [
    upgrade("cache", doc, { "ssd_cache.drives.capacity_gb": larger }, { count: now.drives.count, gb: larger }),
    upgrade("noCache", doc, { ssd_cache: undefined }, {}, false),
    upgrade(skips ? "noSkip" : "skip", doc, { "ssd_cache.skip_sequential": !skips }, {}, false),
  ];
}

/** @param {Doc} doc @param {Doc} resolved */
function settings(doc, resolved) {
  const at = (/** @type {string} */ path) => get(resolved, path);
  const found = [];
  const kind = at("protocol.kind");
  if (kind === "nfs" && at("protocol.async") === false) found.push(upgrade("async", doc, { "protocol.async": true }, {}, false));
  if (["sftp", "scp", "ftp", "webdav", "afp"].includes(kind)) {
    found.push(upgrade("protocol", doc, { protocol: { kind: "smb" } }, { "protocol.kind": "smb" }, false));
  }
  const tool = CLIENT_TOOLS[at("client.tool")];
  if (tool) found.push(upgrade("tool", doc, { "client.tool": tool }, { "client.tool": tool }, false));
  return found;
}
