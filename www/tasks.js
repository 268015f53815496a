// How the page arranges the suite: groups, which tasks speak for big and small files, and the headline figures.

/** @typedef {"files" | "random" | "media" | "inside"} GroupId */

/** @type {[GroupId, string[]][]} */
export const GROUPS = [
  ["files", ["big-file-read", "big-file-write", "raw-photos", "jpg-photos", "tiny-files", "source-tree"]],
  ["random", ["4k-random-read", "4k-random-write", "8k-70-30", "virtual-machines", "128k-sequential-read"]],
  ["media", ["video-editing", "media-streaming", "backup-small-files"]],
  ["inside", ["internal-copy", "rebuild"]],
];

export const TASKS = GROUPS.flatMap(([, ids]) => ids);

/** What speaks for big and for small transfers in the answer. */
export const BIG = ["big-file-read", "big-file-write", "raw-photos", "video-editing", "media-streaming"];
export const SMALL = ["tiny-files", "source-tree", "4k-random-read", "4k-random-write", "8k-70-30", "virtual-machines"];

/** The figures that stay in sight. */
export const HEADLINES = ["big-file-read", "jpg-photos", "4k-random-read"];

/** Tasks that never touch the network: its limit is not drawn for them. */
export const INSIDE = ["internal-copy", "rebuild"];

/** How much a task counts in advice until the reader says otherwise: 0 not at all … 3 a lot. */
export const DEFAULT_WEIGHT = 2;

/** Which measured quantity says how good a task's forecast is; what isn't named here is a stream of data. */
const MEASURED_AS = /** @type {Record<string, "files" | "random" | "rebuild">} */ ({
  "raw-photos": "files",
  "jpg-photos": "files",
  "tiny-files": "files",
  "source-tree": "files",
  "backup-small-files": "files",
  "4k-random-read": "random",
  "4k-random-write": "random",
  "8k-70-30": "random",
  "virtual-machines": "random",
  rebuild: "rebuild",
});

/**
 * The key of measured forecasts like this one (`accuracy/likeness.js`).
 * @param {string} task
 * @param {string} bottleneck
 */
export function likenessOf(task, bottleneck) {
  return `${MEASURED_AS[task] ?? "streams"}-${bottleneck === "link" ? "link" : "other"}`;
}
