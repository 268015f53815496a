// English words of the accuracy page. The other languages have the same keys; a test compares them.
// {name} marks what is filled in; {one, other} are the plural forms of the language.

const text = {
  title: "How right are these forecasts? · nas-forecast",
  back: "To the calculator",
  heading: "Half of these forecasts are within {median} of what people measured.",
  lead: "{values} figures of {cases} published tests by {sources} sources, each forecast from nothing but the description of its NAS, drives, network and task. The textbook formulas of other calculators are off by {classic} in the median.",
  loading: "The measurements are being loaded.",
  missing: "The measurements could not be loaded. They are made by the build (./build.sh) and lie beside this page.",

  headlines: {
    all: "Median error, all",
    away: "Median error where the network is not the limit",
    within: "Figures off by at most 25%",
    classic: "textbook formulas: {value}",
  },

  chart: {
    heading: "Measured and forecast",
    help: "Each mark is one measured figure. On the line the forecast is exact; in the band it is off by at most 25%, between the dotted lines by at most a factor of two.",
    figures: "Figures",
    all: "All, each in its own unit",
    method: "Forecast by",
    methods: { own: "nas-forecast", classic: "Textbook formulas" },
    measured: "measured",
    forecast: "forecast",
    pick: "Point at a mark to see what it stands for.",
    band: "off by at most 25%",
    pale: "pale: in no summary",
    double: "factor of two",
    interval: "80% range",
    name: "Forecast against measured figures on axes of powers of ten: {count} marks, {within} of them off by at most 25%.",
  },

  detail: {
    figures: "{case}: measured {measured}, forecast {forecast}",
    range: "80% range {low} to {high}",
    high: "{error} too high",
    low: "{error} too low",
    exact: "no difference",
    limit: "limited by: {station}",
    atLeast: "at least {value}",
    atMost: "at most {value}",
    between: "{low} to {high}",
  },

  sources: {
    heading: "By source",
    help: "Each source has its own mark. Choose one to see it alone.",
    source: "Source",
    figures: "Figures",
    median: "Median error",
    only: "Show only {source}",
    everything: "Show all sources",
    more: "Sources whose figures are confounded (grade C) count in no summary; their marks are in the chart all the same.",
  },

  categories: {
    heading: "By kind of test",
    kind: "Kind",
    ninety: "90% are below",
    classic: "Textbook",
  },

  table: {
    heading: "All figures as a table",
    test: "Test",
    quantity: "Quantity",
    measured: "Measured",
    forecast: "Forecast",
    range: "80% range",
    error: "Off by",
    grade: "Grade",
    limit: "Limit",
  },

  misses: {
    heading: "Where it is wrong",
    lead: "Figures of grades A and B that the forecast misses by more than {limit}, the worst first. A miss is either a mechanism that the model lacks or a condition that the source does not state; the remarks are those of our reading of the source.",
    none: "No figure of grades A and B is missed by more than {limit}.",
    andMore: { one: "{n} more", other: "{n} more" },
    factor: { high: "{factor} times too high", low: "{factor} times too low" },
    reasons: {
      flush: "How long an SSD takes to make a write durable differs tenfold between models and stands in no data sheet.",
      usbSmall: "Small requests to a shingled disk behind a USB bridge: what bridge and disk do with them is documented nowhere.",
      oneHost: "One server whose software or bus levels off, with as much memory as the test has data: part of it may not have come from the drives.",
      cloud: "Rented virtual machines: how fast their shared disks and network were is not known.",
      roundRobin: "An old measurement in which reordered packets cost more than the second link brought; newer ones say the opposite.",
      fileCrypt: "Encryption of each file by itself (eCryptfs, EncFS); the scenario format only knows encryption of the whole disk.",
      tinyRequests: "Requests of a sector or less to a drive whose model is not stated.",
      sharedMemory: "Part of the data may have come from the NAS's memory; how much is not stated.",
      cryptPieces: "The encryption layer hands down small pieces out of order; how many complete a stripe depends on its version.",
      client: "Served from memory: the network's round trip and the client, neither of them stated, decide the time.",
      unstatedTest: "Threads, depth or the span of the test are not stated.",
      interrupts: "One core serves all interrupts; its cost does not follow the processor's clock, the only measure the format has.",
      span: "How much of the disk the test touched is not stated, and decides how far its head travels.",
    },
  },

  orderings: {
    heading: "What sources say without figures",
    lead: "{held} of {all} comparisons that sources state come out of the forecasts.",
    broken: "These do not:",
  },

  parameters: {
    heading: "What the model takes from measurements",
    lead: "Everything that is not geometry or arithmetic. Each value starts from a guess with a source (before) and is then set to what is most probable given all tests at once (now). None belongs to one NAS or one review.",
    show: "{count} parameters",
    name: "Parameter",
    before: "Before",
    now: "Now",
    spread: "give or take {percent}",
    sources: { one: "{n} source speaks to it", other: "{n} sources speak to it" },
    none: "no test speaks to it",
    from: "Origin of the guess",
  },

  method: {
    heading: "How this is counted",
    items: [
      "A figure's error is the factor between forecast and measurement, the same for too high and too low: 25% means 1.25 times or 1/1.25.",
      "Grade A: the source states everything that matters. Grade B: something that matters was inferred from the hardware, never adjusted to the result. Grade C: confounded, shown but not counted.",
      "Counted are throughput, operations and files per second, mean response time, duration and speed-up.",
      "“The network is not the limit” leaves out figures at 93% or more of what the wire carries: any model gets those right.",
      "The textbook formulas: drives times accesses over the RAID's write penalty, data drives times their rate, at most the wire.",
    ],
    data: "The same as data: {link}",
  },

  metrics: {
    throughput_mb_s: "Throughput",
    iops: "Operations per second",
    latency_mean_ms: "Mean response time",
    latency_max_ms: "Longest response time",
    latency_stddev_ms: "Deviation of response times",
    latency_p50_ms: "Median response time",
    latency_p95_ms: "Response time, 95%",
    latency_p99_ms: "Response time, 99%",
    duration_s: "Duration",
    files_per_s: "Files per second",
    hit_percent: "Cache hits",
    rebuild_h: "Rebuild time",
    speedup: "Speed-up",
  },

  units: { iops: "IOPS", files_per_s: "files/s", speedup: "times" },

  kinds: {
    block_size_sweep: "Sweeps of the block size",
    zfs_raid_sequential: "ZFS arrays, big blocks",
    ssd_cache_pair: "With and without SSD cache",
    line_rate_1gbe: "Big files over 1 Gbit/s",
    "line_rate_2.5gbe": "Big files over 2.5 Gbit/s",
    encryption_cpu: "Encryption",
    single_hdd: "Single hard disks",
    mixed_random: "Random reads and writes mixed",
    bonding_multichannel: "Several links",
    raid_local_hdd: "RAID inside the NAS",
    sequential_small_block: "Small blocks in sequence",
    ssd_local: "SSDs inside the NAS",
    sequential_10gbe: "Big files over 10 Gbit/s",
    cpu_limited: "Slow processors",
    network_raw: "The bare network",
    protocol_latency: "Response times of protocols",
    random_4k_hdd_raid: "Random 4K on hard disks",
    protocol_compare: "Protocols compared",
    small_files: "Small files",
    rebuild_degraded: "Rebuild",
    metadata_ops: "Creating and removing files",
    file_copy_medium: "Photos",
    mtu_pair: "Jumbo frames",
    other: "Other",
  },
};

/** @typedef {typeof text} AccuracyText */
export default text;
