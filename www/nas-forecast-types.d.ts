// Made from the Rust types (crate/core/src/typescript.rs): don't edit.

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

/** How much work a forecast may do. The answer is the same kind at every level; only its noise differs. */
export type Effort = "draft" | "full";

/** A figure with its 80 % interval. */
export type Quantity = {
  /** The forecast itself. */
  value: number,
  /** A tenth of the outcomes lie below. */
  low: number,
  /** A tenth of the outcomes lie above. */
  high: number,
};

/** Response times of one operation (block request or file), in milliseconds. */
export type Latency = {
  /** Arithmetic mean, in ms. */
  mean: number,
  /** Standard deviation, in ms. */
  stddev: number,
  /** Median, in ms. */
  p50: number,
  /** 95th percentile, in ms. */
  p95: number,
  /** 99th percentile, in ms. */
  p99: number,
  /** Longest seen in a run of the workload's length, in ms. */
  max: number,
};

/** One station of the queueing network. */
export type StationReport = {
  /** `client-storage`, `client`, `link`, `nas-cpu`, `ram`, `ssd-cache`, `drives` or `round-trips`. */
  id: string,
  /** Share of the time its busiest server worked, 0..1. */
  utilisation: number,
  /** Operations waiting or in service there, on average. */
  queue_mean: number,
  /** Share of an operation's response time spent there, waiting included, 0..1. The shares sum to 1. */
  time_share: number,
  /** What it alone would allow, in 10^6 bytes per second; null where it sets no limit. */
  limit_mb_s: number | null,
};

/** Hit ratios and the destage traffic. */
export type CacheReport = {
  /** Reads served from the NAS's page cache, per cent; null where nothing was read. */
  ram_hit_percent: number | null,
  /** Reads that the page cache missed and the SSD cache served, per cent; null without an SSD cache. */
  ssd_hit_percent: number | null,
  /** Unwritten data leaving the SSD cache for the drives, 10^6 bytes per second. */
  destage_mb_s: number,
};

/** One moment of the run. */
export type TimelinePoint = {
  /** Time since the start, in seconds of the real workload. */
  t_s: number,
  /** Throughput around that moment, 10^6 bytes per second. */
  throughput_mb_s: number,
  /** Page-cache hits around that moment, per cent. */
  ram_hit_percent: number,
  /** SSD-cache hits around that moment, per cent. */
  ssd_hit_percent: number,
  /** Unwritten data in the NAS's RAM, MiB. */
  dirty_mib: number,
};

/** A value that the scenario did not state. */
export type Assumption = {
  /** Scenario path. */
  path: string,
  /** The value taken. */
  value: JsonValue,
  /** Where it came from: `default`, `preset`, `os`, …. */
  why: string,
};

/** Something the reader should know, as a code with arguments. */
export type Warning = {
  /** What it is about, kebab-case. */
  code: string,
  /** The scenario path it hangs on. */
  path: string,
  /** Values for the sentence the page makes of it. */
  args: { [key in string]: JsonValue },
};

/** Why the simulation ended. */
export type StopReason = "converged" | "budget" | "finished";

/** How the figures were obtained. */
export type RunStatus = {
  /** Why the simulation ended. */
  stop: StopReason,
  /** Events simulated. */
  events: number,
  /** Operations counted after the warm-up. */
  operations: number,
  /** Half width of the throughput's 95 % confidence interval from batch means, per cent. */
  noise_percent: number,
  /** Scale of the sampled working set and caches: 1 is full size. */
  scale: number,
};

/** A forecast. */
export type Report = {
  /** Version of the report format. */
  version: number,
  /** Seed of the random streams. */
  seed: number,
  /** The scenario with every preset and default filled in. */
  scenario: Scenario,
  /** Payload, 10^6 bytes per second; null where no data moves. */
  throughput_mb_s: Quantity | null,
  /** Block operations per second; null for file workloads. */
  iops: Quantity | null,
  /** Files per second; null for block workloads. */
  files_per_s: Quantity | null,
  /** Time for the whole of a finite workload, in seconds. */
  duration_s: Quantity | null,
  /** Response time of one operation as the client sees it. */
  latency_ms: Latency,
  /** Id of the station that limits. */
  bottleneck: string,
  /** Every station of the path. */
  stations: Array<StationReport>,
  /** Hits and destage. */
  cache: CacheReport,
  /** The course of the run. */
  timeline: Array<TimelinePoint>,
  /** What the scenario left open. */
  assumptions: Array<Assumption>,
  /** What to know before trusting it. */
  warnings: Array<Warning>,
  /** How it was simulated. */
  run: RunStatus,
};
