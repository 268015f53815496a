// Complete scenarios to start from: popular devices as people use them, and devices of published tests.

/** @typedef {import("./document.js").Doc} Doc */

/** @type {{id: string, doc: Doc}[]} */
export const STARTS = [
  {
    id: "photo-home",
    doc: {
      version: 1,
      nas: { preset: "synology-ds918-plus" },
      drives: { preset: "seagate-ironwolf-8tb", count: 4 },
      volume: { raid: "raid10" },
      ssd_cache: { mode: "read-write", drives: { preset: "wd-blue-sn550-500gb", count: 2 } },
      network: { link_gbit: 1 },
    },
  },
  {
    id: "eight-bays",
    doc: { version: 1, nas: { preset: "synology-ds1819-plus" }, drives: { preset: "seagate-ironwolf-12tb", count: 8 }, volume: { raid: "raid6" }, network: { link_gbit: 1 } },
  },
  {
    id: "two-bays",
    doc: { version: 1, nas: { preset: "synology-ds224-plus" }, drives: { preset: "wd-red-plus-4tb", count: 2 }, volume: { raid: "raid1" }, network: { link_gbit: 1 } },
  },
  {
    id: "fast-office",
    doc: { version: 1, nas: { preset: "qnap-ts-473a" }, drives: { preset: "seagate-ironwolf-8tb", count: 4 }, volume: { raid: "raid5" }, network: { link_gbit: 2.5 }, client: { count: 3 } },
  },
  {
    id: "zfs-server",
    doc: {
      version: 1,
      nas: { cpu: { preset: "intel-n100" }, ram_gib: 32, os: "truenas" },
      drives: { preset: "seagate-ironwolf-8tb", count: 6 },
      volume: { raid: "raidz2", filesystem: "zfs" },
      network: { link_gbit: 10 },
      client: { os: "linux", tool: "cp" },
      protocol: { kind: "nfs" },
    },
  },
  {
    id: "raspberry",
    doc: { version: 1, nas: { preset: "raspberry-pi-5" }, drives: { preset: "wd-red-plus-4tb", count: 1, attach: "usb-uas" }, volume: { raid: "single", filesystem: "ext4" }, network: { link_gbit: 1 } },
  },
];

/** Where a page without a link begins. */
export const FIRST = STARTS[0].doc;

/** Everything left to the defaults, to build one's own. */
export const EMPTY = { version: 1 };
