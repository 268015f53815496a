// Which settings the page shows up front, which under "more", and when a setting means anything at all. Ranges, units
// and defaults come from the table of knobs; this is only about what a reader should see.

import { get } from "../document.js";

/** @typedef {import("../document.js").Doc} Doc */

export const SECTIONS = /** @type {const} */ (["network", "nas", "drives", "volume", "ssd_cache", "protocol", "client"]);

/** The settings most people want, in this order; all others follow under "more settings". */
export const ESSENTIAL = new Set([
  "nas.preset",
  "nas.ram_gib",
  "drives.preset",
  "drives.count",
  "drives.capacity_tb",
  "volume.raid",
  "volume.fill_percent",
  "ssd_cache.mode",
  "ssd_cache.drives.preset",
  "ssd_cache.drives.count",
  "ssd_cache.drives.capacity_gb",
  "ssd_cache.warm_percent",
  "network.link_gbit",
  "network.links",
  "network.bonding",
  "network.round_trip_us",
  "protocol.kind",
  "protocol.encrypted",
  "client.tool",
  "client.count",
]);

/** Lists this long are a drop-down; shorter ones lie open. */
export const OPEN_CHOICES = 5;

const isHdd = (/** @type {Doc} */ doc) => get(doc, "drives.kind") === "hdd";
const isSsd = (/** @type {Doc} */ doc) => !isHdd(doc);
const isZfs = (/** @type {Doc} */ doc) => get(doc, "volume.filesystem") === "zfs" || /^(raidz|zfs)/.test(get(doc, "volume.raid"));
const isMdParity = (/** @type {Doc} */ doc) => /^(raid[56]|raid[56]0|shr)/.test(get(doc, "volume.raid")) && !isZfs(doc);
const byNetwork = (/** @type {Doc} */ doc) => !["local", "usb"].includes(get(doc, "protocol.kind"));
const kindIs = (/** @type {string[]} */ ...kinds) => (/** @type {Doc} */ doc) => kinds.includes(get(doc, "protocol.kind"));
const isSsh = kindIs("sftp", "scp", "rsync-ssh");
const hasCache = (/** @type {Doc} */ doc) => Boolean(get(doc, "ssd_cache"));

/** @type {Record<string, (resolved: Doc) => boolean>} */
const APPLIES = {
  "drives.recording": isHdd,
  "drives.rpm": isHdd,
  "drives.average_seek_ms": isHdd,
  "drives.sustained_write_mb_s": isSsd,
  "drives.slc_cache_gb": isSsd,
  "drives.random_read_iops": isSsd,
  "drives.random_write_iops": isSsd,
  "drives.power_loss_protection": isSsd,
  "volume.compression_ratio": (doc) => isZfs(doc) || get(doc, "volume.filesystem") === "btrfs",
  "volume.controller_cache_mib": (doc) => get(doc, "volume.controller") === "hardware",
  "volume.write_intent_bitmap": (doc) => !isZfs(doc),
  "volume.stripe_cache_kib": isMdParity,
  "network.bonding": (doc) => get(doc, "network.links") > 1,
  "network.spread": (doc) => get(doc, "network.bonding") === "802.3ad",
  "client.links": byNetwork,
  "client.link_gbit": byNetwork,
  "protocol.version": kindIs("smb", "nfs", "usb"),
  "protocol.encrypted": (doc) => byNetwork(doc) && !isSsh(doc) && !kindIs("iscsi", "tcp", "rsync-daemon", "afp")(doc),
  "protocol.signed": kindIs("smb"),
  "protocol.async": kindIs("smb", "nfs"),
  "protocol.cipher": isSsh,
  "protocol.io_kib": kindIs("smb", "nfs"),
  "protocol.connections": kindIs("smb", "nfs", "rsync-ssh", "rsync-daemon"),
  "ssd_cache.sequential_threshold_kib": (doc) => get(doc, "ssd_cache.skip_sequential") === true,
  "ssd_cache.dirty_percent": (doc) => get(doc, "ssd_cache.mode") === "read-write",
};

/**
 * Whether a setting changes anything in this scenario.
 * @param {string} path
 * @param {Doc} resolved
 */
export function applies(path, resolved) {
  if (path.startsWith("ssd_cache.") && path !== "ssd_cache.mode" && !hasCache(resolved)) return false;
  if (path.startsWith("network.") && !byNetwork(resolved)) return false;
  return APPLIES[path]?.(resolved) ?? true;
}

/** Settings beside which it is said, too, what is wrong with one of another section or further below: either can be changed. */
const SAID_AT = /** @type {Record<string, string>} */ ({ "drives.count": "volume.raid", "ssd_cache.drives.count": "ssd_cache.raid", "ssd_cache.raid": "ssd_cache.drives.count" });

/**
 * Whether what is said of one setting is to be read beside another.
 * @param {string} said
 * @param {string} path
 */
export function concerns(said, path) {
  return said === path || SAID_AT[said] === path;
}

/** Settings that stand in their own place of the scenario and are no control of the page. */
export const NOT_SHOWN = /^(workload\.|volume\.slog|.*label$|version$)/;
