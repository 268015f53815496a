// The best explanation we have for a miss, by source and, where a source has several, by the case's name. What stands here
// is never used by a forecast.

/** @typedef {keyof import("./text/en.js").AccuracyText["misses"]["reasons"]} Reason */

/** @type {{source: string, cases?: RegExp, reason: Reason}[]} first match counts */
const REASONS = [
  { source: "centminmod-fsync", reason: "flush" },
  { source: "signalshore-pi4-luks", cases: /-4k$/, reason: "usbSmall" },
  { source: "calomel-zfs", reason: "oneHost" },
  { source: "aws-rsync", reason: "cloud" },
  { source: "serverfault-287475", reason: "roundRobin" },
  { source: "encfs-performance", reason: "fileCrypt" },
  { source: "vakabus-pi4", cases: /-local-/, reason: "tinyRequests" },
  { source: "vakabus-pi4", reason: "sharedMemory" },
  { source: "superuser-305716", reason: "cryptPieces" },
  { source: "jonfk-ds218", reason: "client" },
  { source: "storagereview-e10m20", reason: "unstatedTest" },
  { source: "geerling-cm4-omv", reason: "interrupts" },
  { source: "geerling-wd5000avds", reason: "span" },
  { source: "koolshare-ds1621plus", reason: "sharedMemory" },
];

/** @param {{case: string, source_key: string}} value @returns {Reason | null} */
export function reasonFor(value) {
  const found = REASONS.find(({ source, cases }) => source === value.source_key && (!cases || cases.test(value.case)));
  return found?.reason ?? null;
}

/** @typedef {keyof import("./text/en.js").AccuracyText["orderings"]["reasons"]} OrderingReason */

/** @type {Record<string, OrderingReason>} why a stated comparison does not come out, by its id */
const BROKEN = {
  "qb-atto-8k-read": "direction",
  "qb-atto-16k-read": "direction",
  "qb-atto-8k-write": "direction",
  "qb-atto-16k-write": "direction",
  "dg-speed-vs-size-internal-cache": "tie",
  "ks-cache-seq": "tie",
  "sr-8k7030-iscsi-overrun": "dirtyCache",
  "sr-latspike-max": "dirtyCache",
  "sr-latspike-stddev": "dirtyCache",
  "dv-small-sftp-flat": "wireShare",
  "dv-large-jumbo-nfs-smb": "nfsWire",
  "dg-film-gains": "usbDisk",
};

/** @param {string} id @returns {OrderingReason | null} */
export function reasonForOrdering(id) {
  return BROKEN[id] ?? null;
}
