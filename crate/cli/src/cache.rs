//! `nas-forecast cache`: hit ratios of cache policies on a recorded trace.

use clap::Args;
use comfy_table::{CellAlignment, Table, presets};
use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};
use nas_forecast_cache::PolicyKind;
use nas_forecast_cache::lab::{Lab, Options, Results, Run};
use nas_forecast_cache::trace::{BadLine, Format, Note, Problem, TraceError};
use nas_forecast_core::scenario::nearest;
use std::fs::File;
use std::io::{IsTerminal, Read, stdin};
use std::sync::OnceLock;
use std::time::Instant;

/// Bytes read at once: large enough to make the calls cheap, small enough for the second-level cache.
const CHUNK: usize = 256 << 10;
/// The smallest and largest block: a sector, and what still counts as a block.
const BLOCK_RANGE: std::ops::RangeInclusive<u64> = 512..=64 << 20;

/// Arguments of `cache`.
#[derive(Args, Debug)]
pub struct CacheArgs {
    /// The trace, plain, gzip or zstd; -: standard input
    trace: String,
    /// fio-iolog, blkparse, msr-csv, spc, oracle-general, csv, ids; auto: by its content
    #[arg(long, default_value = "auto", value_parser = format)]
    format: Choice,
    /// Policies, comma-separated: lru, fifo, clock, lfu, slru, two-q, arc, lirs, s3-fifo, sieve, w-tiny-lfu, set-fifo,
    /// set-lru, belady
    #[arg(long, value_delimiter = ',', default_value = "lru", value_parser = policy)]
    policy: Vec<PolicyKind>,
    /// Cache sizes, comma-separated: blocks or objects, or with KiB, MiB, GiB, TiB
    #[arg(long, value_delimiter = ',', value_parser = size)]
    size: Vec<Size>,
    /// Size of a block
    #[arg(long, default_value = "4KiB", value_parser = block)]
    block: u64,
    /// Miss-ratio curves of the policies, at the sizes given or at 32 up to the footprint
    #[arg(long)]
    mrc: bool,
    /// Look at this share of the blocks only (0 to 1)
    #[arg(long, default_value_t = 1.0, value_parser = rate)]
    sample: f64,
    /// Keep track of blocks that are written and not yet on the drives
    #[arg(long)]
    write_back: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A format, or whatever the content says.
#[derive(Clone, Copy, Debug)]
struct Choice(Option<Format>);

/// A size of a cache.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Size {
    Blocks(u64),
    Bytes(u64),
}

fn format(name: &str) -> Result<Choice, String> {
    if name == "auto" {
        return Ok(Choice(None));
    }
    let known = || Format::ALL.map(Format::name).join(", ");
    name.parse().map(|format| Choice(Some(format))).map_err(|()| format!("allowed: auto, {}", known()))
}

fn policy(name: &str) -> Result<PolicyKind, String> {
    name.parse().map_err(|error: nas_forecast_cache::policy::UnknownPolicy| {
        match nearest(name, PolicyKind::ALL.iter().map(|kind| kind.name())) {
            Some(meant) => format!("{error}; did you mean {meant}?"),
            None => error.to_string(),
        }
    })
}

fn size(text: &str) -> Result<Size, String> {
    const UNITS: [(&str, u32); 4] = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("TiB", 40)];
    let number = |digits: &str| digits.trim().parse::<u64>().ok().filter(|&n| n > 0 && !digits.contains('+'));
    for (unit, bits) in UNITS {
        if let Some(digits) = text.strip_suffix(unit) {
            let bytes = number(digits).and_then(|n| n.checked_mul(1 << bits)).filter(|&bytes| bytes < 1 << 62);
            return bytes.map(Size::Bytes).ok_or_else(|| format!("{digits:?} is no number of {unit}"));
        }
    }
    let blocks = number(text).filter(|&n| n < 1 << 31);
    blocks
        .map(Size::Blocks)
        .ok_or_else(|| "a whole number, 1 or more, by itself or with KiB, MiB, GiB or TiB".to_owned())
}

fn block(text: &str) -> Result<u64, String> {
    let bytes = match size(text)? {
        Size::Blocks(bytes) | Size::Bytes(bytes) => bytes,
    };
    if BLOCK_RANGE.contains(&bytes) { Ok(bytes) } else { Err("512 to 64MiB".to_owned()) }
}

fn rate(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|&rate| rate > 0.0 && rate <= 1.0).ok_or_else(|| "above 0, at most 1".to_owned())
}

/// Seconds since the first call.
fn clock() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// Runs the command: what to print, or what is wrong.
pub fn run(args: &CacheArgs) -> Result<String, Vec<String>> {
    let results = match simulate(args, None) {
        Err(Failure::Trace(TraceError::LateQueueEvents { .. })) if args.trace != "-" => simulate(args, Some('Q')),
        other => other,
    };
    let results = results.map_err(|failure| failure.problems(&args.trace))?;
    say_notes(&args.trace, &results);
    if args.json {
        return serde_json::to_string(&results).map_err(|error| vec![error.to_string()]);
    }
    Ok(readable(&results))
}

/// Why a recording has no results.
pub enum Failure {
    Io(std::io::Error),
    Trace(TraceError),
    BytesForObjects,
    SmallerThanABlock,
}

impl From<TraceError> for Failure {
    fn from(error: TraceError) -> Self {
        Failure::Trace(error)
    }
}

fn simulate(args: &CacheArgs, blkparse_event: Option<char>) -> Result<Results, Failure> {
    let sizes: Vec<u64> = args
        .size
        .iter()
        .map(|&size| match size {
            Size::Blocks(blocks) => blocks,
            Size::Bytes(bytes) => bytes / args.block,
        })
        .collect();
    if sizes.contains(&0) {
        return Err(Failure::SmallerThanABlock);
    }
    let has_bytes = args.size.iter().any(|size| matches!(size, Size::Bytes(_)));
    let runs = args.policy.iter().flat_map(|&policy| sizes.iter().map(move |&size| Run { policy, size })).collect();
    let (source, length) = recording(&args.trace)?;
    let options = Options {
        format: args.format.0,
        block_bytes: args.block,
        runs,
        write_back: args.write_back,
        curves: if args.mrc { args.policy.clone() } else { vec![] },
        curve_sizes: sizes,
        sample_rate: args.sample,
        clock: Some(clock),
        blkparse_event,
        ..Options::default()
    };
    read(options, source, length, has_bytes)
}

/// Opens a recording, `-` for standard input; its length, if that is known.
pub fn recording(path: &str) -> Result<(Box<dyn Read>, Option<u64>), Failure> {
    if path == "-" {
        return Ok((Box::new(stdin().lock()), None));
    }
    let file = File::open(path).map_err(Failure::Io)?;
    let length = file.metadata().map(|meta| meta.len()).ok();
    Ok((Box::new(file), length))
}

/// Everything that the cache laboratory finds in a recording of blocks or objects.
pub fn study(options: Options, source: Box<dyn Read + '_>, length: Option<u64>) -> Result<Results, Failure> {
    read(options, source, length, false)
}

/// The same; where sizes are asked for in bytes, objects are refused.
fn read(
    options: Options,
    mut source: Box<dyn Read + '_>,
    length: Option<u64>,
    has_bytes: bool,
) -> Result<Results, Failure> {
    let mut lab = Lab::new(options);
    let bar = bar(length, "{bar:30} {bytes}/{total_bytes}, {bytes_per_sec}, {eta} left");
    let mut buffer = vec![0; CHUNK];
    loop {
        let n = source.read(&mut buffer).map_err(Failure::Io)?;
        if n == 0 {
            break;
        }
        lab.feed(&buffer[..n])?;
        if has_bytes && lab.objects() == Some(true) {
            return Err(Failure::BytesForObjects);
        }
        bar.inc(n as u64);
    }
    bar.finish_and_clear();
    lab.end()?;
    if has_bytes && lab.objects() == Some(true) {
        return Err(Failure::BytesForObjects);
    }
    let bar = self::bar(Some(lab.progress().all_steps as u64), "{bar:30} {pos}/{len} simulations on the sample");
    while lab.step() {
        bar.inc(1);
    }
    bar.finish_and_clear();
    lab.results().ok_or(Failure::Trace(TraceError::Empty))
}

/// A progress bar on standard error, if somebody is watching.
fn bar(length: Option<u64>, template: &str) -> ProgressBar {
    let Some(length) = length.filter(|_| std::io::stderr().is_terminal()) else { return ProgressBar::hidden() };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style)
}

impl Failure {
    /// In words, each with the recording's name.
    pub fn problems(&self, trace: &str) -> Vec<String> {
        let lines = match self {
            Failure::Io(error) => vec![error.to_string()],
            Failure::Trace(error) => in_words(error),
            Failure::BytesForObjects => {
                vec!["--size: the trace names objects, which have no common size: give a number of objects".to_owned()]
            }
            Failure::SmallerThanABlock => vec!["--size: smaller than a block".to_owned()],
        };
        lines.into_iter().map(|line| format!("{trace}: {line}")).collect()
    }
}

fn in_words(error: &TraceError) -> Vec<String> {
    vec![match error {
        TraceError::Empty => "the file is empty".to_owned(),
        TraceError::NoRecords { format, lines } => {
            format!("read as {format}, none of its {lines} lines moves data")
        }
        TraceError::UnknownFormat => "not like any trace format; name it with --format".to_owned(),
        TraceError::NoHeader { columns } => {
            format!("line 1: {columns} columns, but no header that names them (time, op, offset, size, …)")
        }
        TraceError::NoAddressColumn => "line 1: the header names no column of offsets or ids".to_owned(),
        TraceError::UnknownBinary => "binary data that is no trace format".to_owned(),
        TraceError::BinaryBlktrace => {
            "a binary recording of blktrace: run blkparse on it and use its output".to_owned()
        }
        TraceError::Utf16 => "UTF-16 text: save it as UTF-8".to_owned(),
        TraceError::UnsupportedVersion { format, version } => format!("{format} version {version} is not supported"),
        TraceError::DamagedCompression { at } => format!("the compressed data is damaged near byte {at}"),
        TraceError::TruncatedCompression => "the compressed data ends too early, or its checksum is wrong".to_owned(),
        TraceError::UnsupportedCompression => {
            "zstd with a dictionary or a window above 100 MiB: unpack it first".to_owned()
        }
        TraceError::NothingSampled => "no block belongs to so small a sample: raise --sample".to_owned(),
        TraceError::AddressesTooFarApart => "the addresses are spread too far: probably the wrong columns".to_owned(),
        TraceError::LateQueueEvents { line } => {
            format!("line {line} is the first with event Q; recordings must be complete from the start")
        }
        TraceError::TooManyBadLines { format, bad_lines, lines, first } => {
            let share = 100.0 * *bad_lines as f64 / *lines as f64;
            let head = format!("read as {format}, {bad_lines} of {lines} lines ({share:.1} %) are bad; the first:");
            return std::iter::once(head).chain(first.iter().map(bad_line)).collect();
        }
    }]
}

fn bad_line(bad: &BadLine) -> String {
    let column = if bad.column > 0 { format!(", column {}", bad.column) } else { String::new() };
    let problem = match bad.problem {
        Problem::FieldCount => "wrong number of fields",
        Problem::NotANumber => "not a number",
        Problem::UnknownOperation => "unknown operation",
        Problem::OutOfRange => "beyond what a volume or a request can hold",
        Problem::LineTooLong => "longer than 64 KiB",
        Problem::Truncated => "cut short",
        Problem::TooManyVolumes => "more than 65,536 volumes",
        Problem::Unrecognised => "not a line of this format",
    };
    format!("line {}{column}: {problem}", bad.line)
}

/// Says on standard error what the user should know besides the results.
pub fn say_notes(name: &str, results: &Results) {
    for line in notes(results) {
        eprintln!("{name}: {line}");
    }
}

fn notes(results: &Results) -> Vec<String> {
    let summary = &results.summary;
    let mut lines: Vec<String> = summary
        .notes
        .iter()
        .map(|note| match note {
            Note::BlkparseEvents { event } => format!("note: counted the events {event}"),
            Note::NoSizes => "note: no column of sizes: every record was taken for one block".to_owned(),
            Note::CutShort => "note: the file ends within a record".to_owned(),
        })
        .collect();
    if summary.bad_lines > 0 {
        lines.push(format!("note: {} of {} lines were skipped; the first:", summary.bad_lines, summary.lines));
        lines.extend(summary.first_bad.iter().map(bad_line));
    }
    lines
}

fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

fn table<const N: usize>(header: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header).add_rows(rows);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.to_string()
}

fn readable(results: &Results) -> String {
    let summary = &results.summary;
    let unit = if summary.objects { "objects" } else { "blocks" };
    let mut text = vec![format!(
        "{}: {} records ({} reads, {} writes, {} trims), {}, {} volumes",
        summary.format,
        HumanCount(summary.records),
        HumanCount(summary.reads),
        HumanCount(summary.writes),
        HumanCount(summary.trims),
        HumanBytes(summary.bytes),
        summary.volumes,
    )];
    let about = if results.distinct_is_estimate { "about " } else { "" };
    text.push(format!(
        "{} requests to {about}{} different {unit}",
        HumanCount(results.requests),
        HumanCount(results.distinct_blocks)
    ));
    if let Some(profile) = &results.profile {
        let sequential = profile.sequential_share.map(|share| format!(", {} sequential", percent(share)));
        text.push(format!(
            "{} of the requests are for {unit} used before, {} of the {unit} are used once only{}",
            percent(profile.reuse_share),
            percent(profile.used_once_share),
            sequential.unwrap_or_default()
        ));
        text.push(format!(
            "the hottest 10 % of the {unit} take {} of the requests; an LRU cache above {} {unit} gains less than one point",
            percent(profile.hottest[1]),
            HumanCount(profile.enough)
        ));
    }
    if !results.policies.is_empty() {
        let rows = results.policies.iter().map(|row| {
            [
                row.policy.to_owned(),
                HumanCount(row.size).to_string(),
                HumanCount(row.hits).to_string(),
                format!("{:.6}", row.miss_ratio),
                percent(1.0 - row.miss_ratio),
                row.requests_per_s.map_or("".to_owned(), |speed| format!("{:.1} M", speed / 1e6)),
                row.dirty_evictions.map_or("".to_owned(), |blocks| HumanCount(blocks).to_string()),
            ]
        });
        let header = ["policy", unit, "hits", "miss ratio", "hit ratio", "requests/s", "written back"];
        text.push(format!("\n{}", table(header, rows)));
    }
    for curve in &results.mrc {
        let how = match curve.sample_rate < 1.0 {
            true => format!("from {} of the {unit}, ± {}", percent(curve.sample_rate), percent(curve.error)),
            false => "exact".to_owned(),
        };
        let rows = curve.points.iter().map(|point| {
            [HumanCount(point.size).to_string(), format!("{:.6}", point.miss_ratio), percent(1.0 - point.miss_ratio)]
        });
        text.push(format!("\n{}, {how}\n{}", curve.policy, table([unit, "miss ratio", "hit ratio"], rows)));
    }
    text.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_blocks_or_carry_a_binary_unit() {
        assert_eq!(size("20000"), Ok(Size::Blocks(20_000)));
        assert_eq!(size("2GiB"), Ok(Size::Bytes(2 << 30)));
        assert_eq!(size("64 KiB"), Ok(Size::Bytes(64 << 10)));
        for wrong in ["0", "-1", "1.5", "2GB", "2gib", "", "GiB", "99999999999999999999"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_misspelt_policy_is_told_what_it_may_mean() {
        assert_eq!(policy("sieve"), Ok(PolicyKind::Sieve));
        assert!(policy("sive").unwrap_err().ends_with("; did you mean sieve?"));
        assert!(!policy("cheese").unwrap_err().contains("mean"));
    }

    #[test]
    fn a_block_is_at_least_a_sector() {
        assert_eq!(block("4KiB"), Ok(4096));
        assert!(block("1").is_err());
    }
}
