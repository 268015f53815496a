// The example guides: what each is about, where each of its figures comes from, what it claims, and who has measured it.
// The articles are words only; the build fills their figures in and refuses a claim that the engine doesn't hold.

/** @typedef {import("../document.js").Doc} Doc */
/** @typedef {import("../types.js").Row} Row */

/**
 * @typedef {object} Figure
 * @property {string} of scenario
 * @property {string} task
 * @property {"rate" | "ops" | "time" | "times"} as time: for a film of FILM_GB; times: beside the same without its SSD cache
 * @property {boolean} [plain] without the SSD cache
 */

/**
 * @typedef {object} Topic
 * @property {string} id
 * @property {Record<string, Doc>} scenarios
 * @property {Record<string, Figure>} figures
 * @property {{ scenario: string, show: string }} embed
 * @property {Record<string, (rate: (scenario: string, task: string, plain?: boolean) => number, limit: (scenario: string, task: string) => string) => boolean>} claims
 * @property {string[]} sources keys of measured cases
 */

export const FILM_GB = 50;

const DISKS = { preset: "seagate-ironwolf-8tb", count: 4 };
const CACHE = { mode: "read-write", drives: { preset: "wd-blue-sn550-500gb", count: 2 } };
const qnap = (/** @type {number} */ link, /** @type {string} */ raid, /** @type {Doc} */ more = {}) => ({ version: 1, nas: { preset: "qnap-ts-473a" }, drives: DISKS, volume: { raid }, network: { link_gbit: link }, ...more });

/** The scenarios of a topic that are compared, by the ending that their figures' names have. */
const LINKS = { 1: "one", 2: "two", 10: "ten" };
const LEVELS = { 5: "five", 6: "six", 10: "ten" };
const SLOW_LEVELS = { 5: "slowFive", 6: "slowSix", 10: "slowTen" };

/**
 * One figure of several scenarios.
 * @param {string} name
 * @param {string} task
 * @param {Figure["as"]} as
 * @param {Record<string, string>} scenarios
 * @returns {Record<string, Figure>}
 */
const figures = (name, task, as, scenarios) => Object.fromEntries(Object.entries(scenarios).map(([ending, of]) => [name + ending, { of, task, as }]));

/**
 * One figure of a scenario with its cache and without.
 * @param {string} name
 * @param {string} task
 * @param {Figure["as"]} as
 * @returns {Record<string, Figure>}
 */
const withAndWithout = (name, task, as) => ({ [`${name}Without`]: { of: "cached", task, as, plain: true }, [`${name}With`]: { of: "cached", task, as } });

/** @param {number} a @param {number} b @param {number} share */
const alike = (a, b, share) => Math.abs(a / b - 1) <= share;

/** @type {Topic[]} */
export const TOPICS = [
  {
    id: "ssd-cache",
    scenarios: { cached: { version: 1, nas: { preset: "synology-ds918-plus" }, drives: DISKS, volume: { raid: "raid5" }, network: { link_gbit: 1 }, ssd_cache: CACHE } },
    figures: {
      ...withAndWithout("film", "big-file-read", "rate"),
      ...withAndWithout("random", "4k-random-read", "ops"),
      ...withAndWithout("docs", "tiny-files", "rate"),
      randomTimes: { of: "cached", task: "4k-random-read", as: "times" },
      vmTimes: { of: "cached", task: "virtual-machines", as: "times" },
    },
    embed: { scenario: "cached", show: "bottleneck,big-file-read,tiny-files,4k-random-read,virtual-machines,cache,ssd_cache.mode" },
    claims: {
      "films gain nothing": (rate) => alike(rate("cached", "big-file-read"), rate("cached", "big-file-read", true), 0.03),
      "the network limits films": (_, limit) => limit("cached", "big-file-read") === "link",
      "random reads gain many times": (rate) => rate("cached", "4k-random-read") > 5 * rate("cached", "4k-random-read", true),
      "virtual machines gain many times": (rate) => rate("cached", "virtual-machines") > 5 * rate("cached", "virtual-machines", true),
      "documents gain little": (rate) => rate("cached", "tiny-files") < 1.6 * rate("cached", "tiny-files", true),
    },
    sources: ["digitec-ds918plus", "koolshare-ds1621plus", "storagereview-e10m20"],
  },
  {
    id: "network",
    scenarios: { one: qnap(1, "raid5"), two: qnap(2.5, "raid5"), ten: qnap(10, "raid5") },
    figures: {
      ...figures("film", "big-file-read", "rate", LINKS),
      ...figures("time", "big-file-read", "time", LINKS),
      ...figures("jpg", "jpg-photos", "rate", LINKS),
      ...figures("docs", "tiny-files", "rate", { 1: "one", 10: "ten" }),
      ...figures("random", "4k-random-read", "ops", { 1: "one", 10: "ten" }),
    },
    embed: { scenario: "two", show: "bottleneck,big-file-read,jpg-photos,tiny-files,4k-random-read,network.link_gbit" },
    claims: {
      "the wire limits films up to 2.5 Gbit/s": (_, limit) => limit("one", "big-file-read") === "link" && limit("two", "big-file-read") === "link",
      "the disks limit films at 10 Gbit/s": (_, limit) => limit("ten", "big-file-read") === "drives",
      "films more than double at 2.5 Gbit/s": (rate) => rate("two", "big-file-read") > 2.2 * rate("one", "big-file-read"),
      "photos gain less than films": (rate) => rate("ten", "jpg-photos") / rate("one", "jpg-photos") < rate("ten", "big-file-read") / rate("one", "big-file-read") / 1.5,
      "photos gain": (rate) => rate("two", "jpg-photos") > 1.2 * rate("one", "jpg-photos") && rate("ten", "jpg-photos") > rate("two", "jpg-photos"),
      "documents stay": (rate) => alike(rate("ten", "tiny-files"), rate("one", "tiny-files"), 0.1),
      "random reads stay": (rate) => alike(rate("ten", "4k-random-read"), rate("one", "4k-random-read"), 0.03),
      "the wire does not limit documents or random reads": (_, limit) => limit("one", "tiny-files") !== "link" && limit("one", "4k-random-read") !== "link",
    },
    sources: ["koolshare-ds1520plus", "koolshare-ds1621plus", "geerling-n100"],
  },
  {
    id: "raid",
    scenarios: { five: qnap(10, "raid5"), six: qnap(10, "raid6"), ten: qnap(10, "raid10"), slowFive: qnap(1, "raid5"), slowSix: qnap(1, "raid6"), slowTen: qnap(1, "raid10") },
    figures: {
      ...figures("film", "big-file-read", "rate", LEVELS),
      ...figures("up", "big-file-write", "rate", LEVELS),
      ...figures("slow", "big-file-read", "rate", SLOW_LEVELS),
      ...figures("write", "4k-random-write", "ops", LEVELS),
      ...figures("read", "4k-random-read", "ops", LEVELS),
      ...figures("vm", "virtual-machines", "rate", LEVELS),
    },
    embed: { scenario: "five", show: "bottleneck,big-file-read,big-file-write,4k-random-read,4k-random-write,virtual-machines,volume.raid" },
    claims: {
      "over 1 Gbit/s films are alike": (rate) => ["slowSix", "slowTen"].every((each) => alike(rate(each, "big-file-read"), rate("slowFive", "big-file-read"), 0.03)),
      "RAID 5 is the quickest for films": (rate) => ["six", "ten"].every((each) => rate("five", "big-file-read") > 1.05 * rate(each, "big-file-read")),
      "random writes: RAID 10 before 5 before 6": (rate) => rate("ten", "4k-random-write") > 1.15 * rate("five", "4k-random-write") && rate("five", "4k-random-write") > 1.15 * rate("six", "4k-random-write"),
      "virtual machines are quickest on RAID 10": (rate) => ["five", "six"].every((each) => rate("ten", "virtual-machines") > 1.15 * rate(each, "virtual-machines")),
      "random reads are alike": (rate) => ["six", "ten"].every((each) => alike(rate(each, "4k-random-read"), rate("five", "4k-random-read"), 0.08)),
    },
    sources: ["superuser-305716", "nixos-gen8", "calomel-zfs"],
  },
  {
    id: "photographers",
    scenarios: {
      small: { version: 1, nas: { preset: "synology-ds224-plus" }, drives: { ...DISKS, count: 2 }, volume: { raid: "raid1" }, network: { link_gbit: 1 } },
      large: qnap(2.5, "raid5"),
      cached: qnap(2.5, "raid5", { ssd_cache: CACHE }),
    },
    figures: {
      ...figures("raw", "raw-photos", "rate", { 1: "small", 2: "large", Cached: "cached" }),
      ...figures("jpg", "jpg-photos", "rate", { 1: "small", 2: "large" }),
      ...figures("random", "4k-random-read", "ops", { 2: "large", Cached: "cached" }),
    },
    embed: { scenario: "large", show: "bottleneck,raw-photos,jpg-photos,4k-random-read,network.link_gbit,ssd_cache.mode" },
    claims: {
      "the network limits RAW files both times": (_, limit) => limit("small", "raw-photos") === "link" && limit("large", "raw-photos") === "link",
      "RAW files come about twice as fast": (rate) => rate("large", "raw-photos") > 1.7 * rate("small", "raw-photos") && rate("large", "raw-photos") < 2.5 * rate("small", "raw-photos"),
      "JPG files gain less": (rate) => rate("large", "jpg-photos") / rate("small", "jpg-photos") < rate("large", "raw-photos") / rate("small", "raw-photos"),
      "the cache does little for RAW files": (rate) => rate("cached", "raw-photos") < 1.35 * rate("large", "raw-photos"),
      "the cache makes random reads many times as fast": (rate) => rate("cached", "4k-random-read") > 2 * rate("large", "4k-random-read"),
    },
    sources: ["digitec-ds918plus", "jonfk-ds218"],
  },
];
