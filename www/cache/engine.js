// The cache laboratory's module in this thread: reads a trace piece by piece and gives the curves of cache policies on it.

import { Instance } from "../instance.js";
import * as glue from "../wasm/nas_forecast_cache_web.js";

/** @typedef {import("../instance.js").Engine} Engine */

const instance = new Instance(glue);

/** @param {WebAssembly.Module} module */
export const start = (module) => instance.start(module);
export const restart = () => instance.restart();

/** Read from the file at once, at most, and handed to the module, which copies it; progress is told between two. */
const PIECE_BYTES = 1 << 20;
/** The same where a file can't be read into a buffer of ours: each slice is a trip to another process. */
const SLICE_BYTES = 16 << 20;
/**
 * Files being read. Chromium (seen with 156) takes a stream for garbage that only the promise of its next bytes refers to, and
 * the promise then never settles: a file of some gigabytes stopped short of its end, without an error.
 * @type {Set<ReadableStreamBYOBReader>}
 */
const reading = new Set();
/** Worked before progress is told, so that telling costs nothing. */
const TELL_EVERY_MS = 100;

/** Ends a reading that is not wanted any more. */
const STOPPED = Symbol("stopped");

/** The seed of an example where none is given. */
const SEED = 42;

/** @type {Engine["run"]} */
export async function run(method, [trace, options], pause) {
  let told = performance.now();
  /** @param {glue.CacheLab} lab @param {number} all */
  const tell = async (lab, all) => {
    if (performance.now() - told < TELL_EVERY_MS) return;
    told = performance.now();
    if (!(await pause({ ...lab.progress(), all_bytes: all }))) throw STOPPED;
  };
  try {
    const lab = new glue.CacheLab(options);
    let all = 0;
    for await (const { bytes, all_bytes } of "example" in trace ? made(trace) : pieces(trace)) {
      all = all_bytes;
      lab.feed(bytes);
      await tell(lab, all);
    }
    lab.end();
    while (lab.step()) await tell(lab, all);
    const results = lab.results();
    lab.free();
    return { value: results };
  } catch (thrown) {
    if (thrown === STOPPED) return { stopped: true };
    const failed = instance.failure(thrown);
    // Only later parts of a blkparse text told which events count: read it again, now knowing.
    const isLate = "problems" in failed && codeOf(failed.problems[0].value) === "late-queue-events";
    return isLate && !options.blkparse_event ? run(method, [trace, { ...options, blkparse_event: "Q" }], pause) : failed;
  }
}

/**
 * The trace piece by piece, each in the same buffer: it is to be used before the next one is asked for. New memory for every
 * piece would cost as much again as the reading.
 * @param {Blob} trace
 */
async function* pieces(trace) {
  const reader = byteReader(trace);
  if (!reader) return yield* slices(trace);
  reading.add(reader);
  let buffer = new ArrayBuffer(PIECE_BYTES);
  try {
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(buffer)).catch(unreadable);
      if (done) return;
      yield { bytes: value, all_bytes: trace.size };
      buffer = value.buffer;
    }
  } finally {
    // A reading that is not wanted any more lets go of the file.
    reading.delete(reader);
    reader.cancel().catch(() => {});
  }
}

/**
 * A reader that fills buffers of ours; none where the browser has only the other kind.
 * @param {Blob} trace
 */
function byteReader(trace) {
  try {
    return trace.stream().getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}

/**
 * The trace in slices, the next one on its way while one is worked on.
 * @param {Blob} trace
 */
async function* slices(trace) {
  const read = (/** @type {number} */ from) => trace.slice(from, from + SLICE_BYTES).arrayBuffer().catch(unreadable);
  let coming = read(0);
  for (let from = SLICE_BYTES; ; from += SLICE_BYTES) {
    const bytes = new Uint8Array(await coming);
    const isLast = from >= trace.size;
    if (!isLast) coming = read(from);
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield { bytes: bytes.subarray(at, at + PIECE_BYTES), all_bytes: trace.size };
    if (isLast) return;
  }
}

/**
 * A built-in trace, piece by piece; how long it will be is told from the pieces so far.
 * @param {import("./curve.js").Example} example
 */
async function* made({ example, seed = SEED }) {
  const source = new glue.CacheExample(example, seed);
  let sum = 0;
  for (let bytes; (bytes = source.piece()); ) {
    sum += bytes.length;
    yield { bytes, all_bytes: Math.round(sum / source.share()) };
  }
  source.free();
}

/**
 * The file is gone, or was changed while it was read.
 * @param {Error} reason
 * @returns {never}
 */
function unreadable({ message }) {
  throw { problems: [{ path: "trace", message, allowed: null, value: { code: "unreadable", message } }] };
}

/** @param {unknown} value */
function codeOf(value) {
  return typeof value === "object" && value !== null && "code" in value ? value.code : undefined;
}
