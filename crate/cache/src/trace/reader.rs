//! The reader: unpacks, finds the format, cuts lines, counts what is good and bad.

use super::blkparse::{self, Blkparse};
use super::csv::{self, Csv};
use super::detect::{self, UTF8_MARK};
use super::error::{BadLine, Problem, TraceError};
use super::fields::Parsed;
use super::fio::Fio;
use super::lines::{Line, Lines};
use super::oracle::Oracle;
use super::unpack::Unpacker;
use super::volumes::Volumes;
use super::{Format, Op, Record, Sink, msr, spc};
use serde::Serialize;

/// Unpacked bytes that are held back to find the format, and to see which events a blkparse text has.
const WINDOW: usize = 1 << 20;
/// Bad lines that are told apart.
const FIRST_BAD: usize = 10;
/// Bad lines per line, as 1/n, beyond which the trace is refused.
const BAD_SHARE: u64 = 100;
/// So many bad lines, and more than half of all, end the reading early: what follows can't be a trace either.
const HOPELESS: u64 = 1_000_000;
/// The block size of [`Reader::new`].
const BLOCK_BYTES: u64 = 4096;

/// Something the reader of the results should know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Note {
    /// Which events of a blkparse text were counted.
    BlkparseEvents {
        /// Q (queued), D (sent to the driver) or C (completed).
        event: char,
    },
    /// The trace has addresses but no sizes: every record was taken for one block.
    NoSizes,
    /// The file ends within a record.
    CutShort,
}

/// What a trace held.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TraceSummary"))]
pub struct Summary {
    /// The format it was read as.
    pub format: Format,
    /// Whether records name objects instead of addresses.
    pub objects: bool,
    /// Records that move data.
    pub records: u64,
    /// Those that read.
    pub reads: u64,
    /// Those that write.
    pub writes: u64,
    /// Records that trim.
    pub trims: u64,
    /// Bytes moved.
    pub bytes: u64,
    /// Bytes of those that were written.
    pub write_bytes: u64,
    /// Lines that are not empty, or records of a binary format.
    pub lines: u64,
    /// Lines that were skipped because something is wrong with them.
    pub bad_lines: u64,
    /// The first ten of them.
    pub first_bad: Vec<BadLine>,
    /// Volumes with at least one record.
    pub volumes: u32,
    /// From the first record to the last, in s; 0 where the trace has no times.
    pub duration_s: f64,
    /// What else there is to know.
    pub notes: Vec<Note>,
}

enum Text {
    Fio(Fio),
    Blkparse(Blkparse),
    Msr,
    Spc,
    /// `None` until the header is read.
    Csv(Option<Csv>),
    Ids,
}

enum Parser {
    Oracle(Oracle),
    Text(Text, Lines),
}

#[derive(Debug, Default)]
struct Tally {
    records: u64,
    reads: u64,
    writes: u64,
    trims: u64,
    bytes: u64,
    write_bytes: u64,
    lines: u64,
    line_number: u64,
    bad_lines: u64,
    first_bad: Vec<BadLine>,
    first_ns: u64,
    last_ns: u64,
}

impl Tally {
    #[inline(always)]
    fn count(&mut self, record: &Record) {
        match record.op {
            Op::Trim => {
                self.trims += 1;
                return;
            }
            Op::Read => self.reads += 1,
            Op::Write => {
                self.writes += 1;
                self.write_bytes += record.bytes;
            }
        }
        self.bytes += record.bytes;
        if self.records == 0 {
            self.first_ns = record.time_ns;
        }
        self.records += 1;
        self.last_ns = self.last_ns.max(record.time_ns);
    }

    fn bad(&mut self, column: u32, problem: Problem) {
        self.bad_lines += 1;
        if self.first_bad.len() < FIRST_BAD {
            self.first_bad.push(BadLine { line: self.line_number, column, problem });
        }
    }

    fn refuse(&self, format: Format) -> TraceError {
        TraceError::TooManyBadLines {
            format,
            bad_lines: self.bad_lines,
            lines: self.lines,
            first: self.first_bad.clone(),
        }
    }
}

/// A sink that counts what passes.
struct Counting<'a, S> {
    tally: &'a mut Tally,
    sink: &'a mut S,
}

impl<S: Sink> Sink for Counting<'_, S> {
    #[inline(always)]
    fn record(&mut self, record: &Record) {
        self.tally.count(record);
        self.sink.record(record);
    }
}

/// Reads a trace in chunks. After an error it is not to be fed again.
pub struct Reader {
    unpacker: Unpacker,
    inner: Inner,
}

struct Inner {
    wanted: Option<Format>,
    blkparse_event: Option<u8>,
    block_bytes: u64,
    /// The start of the trace, until the format is known.
    window: Vec<u8>,
    format: Option<Format>,
    parser: Option<Parser>,
    volumes: Volumes,
    tally: Tally,
}

impl Reader {
    /// A reader of this format, or of whatever the content turns out to be. Blocks have 4 KiB.
    pub fn new(format: Option<Format>) -> Self {
        Self::with_block_bytes(format, BLOCK_BYTES)
    }

    /// The same for blocks of another size, which matters to tables that count in blocks.
    pub fn with_block_bytes(format: Option<Format>, block_bytes: u64) -> Self {
        let inner = Inner {
            wanted: format,
            blkparse_event: None,
            block_bytes,
            window: Vec::new(),
            format: None,
            parser: None,
            volumes: Volumes::default(),
            tally: Tally::default(),
        };
        Reader { unpacker: Unpacker::default(), inner }
    }

    /// Counts these events of a blkparse text (Q, D or C) whatever its first megabyte holds: the second try after
    /// [`TraceError::LateQueueEvents`].
    pub fn counting(mut self, event: char) -> Self {
        self.inner.blkparse_event = u8::try_from(event).ok();
        self
    }

    /// Reads a chunk.
    pub fn feed(&mut self, chunk: &[u8], sink: &mut impl Sink) -> Result<(), TraceError> {
        let inner = &mut self.inner;
        self.unpacker.feed(chunk, &mut |bytes| inner.bytes(bytes, sink))
    }

    /// The format, once it is known.
    pub fn format(&self) -> Option<Format> {
        self.inner.format
    }

    /// Records that moved data, so far.
    pub fn records(&self) -> u64 {
        self.inner.tally.records
    }

    /// Ends the trace.
    pub fn finish(&mut self, sink: &mut impl Sink) -> Result<Summary, TraceError> {
        let inner = &mut self.inner;
        self.unpacker.finish(&mut |bytes| inner.bytes(bytes, sink))?;
        inner.finish(sink)
    }
}

impl Parser {
    fn objects(&self) -> bool {
        match self {
            Parser::Oracle(_) | Parser::Text(Text::Ids, _) => true,
            Parser::Text(Text::Csv(Some(csv)), _) => csv.objects,
            Parser::Text(..) => false,
        }
    }
}

impl Inner {
    fn bytes(&mut self, bytes: &[u8], sink: &mut impl Sink) -> Result<(), TraceError> {
        if self.parser.is_none() {
            self.window.extend_from_slice(bytes);
            if self.window.len() < WINDOW {
                return Ok(());
            }
            return self.open_window(sink);
        }
        self.parse(bytes, sink)
    }

    /// Decides on the format and reads what was held back.
    fn open_window(&mut self, sink: &mut impl Sink) -> Result<(), TraceError> {
        let window = std::mem::take(&mut self.window);
        if window.is_empty() {
            return Err(TraceError::Empty);
        }
        let format = match self.wanted {
            Some(format) => format,
            None => detect::detect(&window, self.block_bytes)?,
        };
        if format != Format::OracleGeneral {
            detect::check_text(&window)?;
        }
        self.format = Some(format);
        let text = match format {
            Format::OracleGeneral => None,
            Format::FioIolog => Some(Text::Fio(Fio::default())),
            Format::Blkparse => {
                let event = self.blkparse_event.unwrap_or_else(|| first_event(&window));
                Some(Text::Blkparse(Blkparse::new(event)))
            }
            Format::MsrCsv => Some(Text::Msr),
            Format::Spc => Some(Text::Spc),
            Format::Csv => Some(Text::Csv(None)),
            Format::Ids => Some(Text::Ids),
        };
        let is_text = text.is_some();
        self.parser = Some(match text {
            Some(text) => Parser::Text(text, Lines::default()),
            None => Parser::Oracle(Oracle::default()),
        });
        let start = if is_text && window.starts_with(UTF8_MARK) { UTF8_MARK.len() } else { 0 };
        self.parse(&window[start..], sink)
    }

    fn parse(&mut self, bytes: &[u8], sink: &mut impl Sink) -> Result<(), TraceError> {
        let Inner { parser, volumes, tally, block_bytes, format, blkparse_event, .. } = self;
        match parser {
            Some(Parser::Oracle(oracle)) => oracle.feed(bytes, &mut Counting { tally, sink }),
            Some(Parser::Text(text, lines)) => {
                let mut context =
                    Context { text, volumes, tally, block_bytes: *block_bytes, forced: blkparse_event.is_some() };
                lines.feed(bytes, |line| context.line(line, sink))?;
                if tally.bad_lines >= HOPELESS && tally.bad_lines * 2 > tally.lines {
                    return Err(tally.refuse(format.unwrap_or(Format::Csv)));
                }
            }
            None => {}
        }
        Ok(())
    }

    fn finish(&mut self, sink: &mut impl Sink) -> Result<Summary, TraceError> {
        if self.parser.is_none() {
            self.open_window(sink)?;
        }
        let Inner { parser, volumes, tally, block_bytes, blkparse_event, .. } = self;
        let format = self.format.unwrap_or(Format::Csv);
        let mut notes = vec![];
        let objects = parser.as_ref().is_some_and(Parser::objects);
        match parser {
            Some(Parser::Oracle(oracle)) => {
                tally.lines = oracle.records + u64::from(oracle.is_cut());
                tally.line_number = tally.lines;
                if oracle.is_cut() {
                    tally.bad(0, Problem::Truncated);
                    notes.push(Note::CutShort);
                }
            }
            Some(Parser::Text(text, lines)) => {
                let mut context =
                    Context { text, volumes, tally, block_bytes: *block_bytes, forced: blkparse_event.is_some() };
                lines.finish(|line| context.line(line, sink))?;
                match text {
                    Text::Blkparse(blkparse) => notes.push(Note::BlkparseEvents { event: blkparse.counted as char }),
                    Text::Csv(Some(csv)) if !csv.objects && !csv.has_size => notes.push(Note::NoSizes),
                    _ => {}
                }
            }
            None => {}
        }
        if tally.bad_lines * BAD_SHARE > tally.lines {
            return Err(tally.refuse(format));
        }
        if tally.records + tally.trims == 0 {
            return Err(TraceError::NoRecords { format, lines: tally.lines });
        }
        let volumes = if volumes.len() == 0 { 1 } else { volumes.len() };
        let sizes_missing = notes.contains(&Note::NoSizes);
        Ok(Summary {
            format,
            objects,
            records: tally.records,
            reads: tally.reads,
            writes: tally.writes,
            trims: tally.trims,
            bytes: if sizes_missing { tally.records * *block_bytes } else { tally.bytes },
            write_bytes: if sizes_missing { tally.writes * *block_bytes } else { tally.write_bytes },
            lines: tally.lines,
            bad_lines: tally.bad_lines,
            first_bad: std::mem::take(&mut tally.first_bad),
            volumes,
            duration_s: tally.last_ns.saturating_sub(tally.first_ns) as f64 / 1e9,
            notes,
        })
    }
}

/// The kind of events to count: Q if there is one, else D, else C.
fn first_event(window: &[u8]) -> u8 {
    let mut seen = [false; 3];
    for line in window.split(|&byte| byte == b'\n') {
        if let Ok(Some(event)) = blkparse::event(line) {
            match event.action {
                b'Q' => return b'Q',
                b'D' => seen[1] = true,
                _ => seen[2] = true,
            }
        }
    }
    if seen[1] || !seen[2] { b'D' } else { b'C' }
}

/// What reading a line needs.
struct Context<'a> {
    text: &'a mut Text,
    volumes: &'a mut Volumes,
    tally: &'a mut Tally,
    block_bytes: u64,
    forced: bool,
}

impl Context<'_> {
    fn line(&mut self, line: Line, sink: &mut impl Sink) -> Result<(), TraceError> {
        self.tally.line_number += 1;
        let line = match line {
            Line::Text(line) => line,
            Line::TooLong => {
                self.tally.lines += 1;
                self.tally.bad(0, Problem::LineTooLong);
                return Ok(());
            }
        };
        if line.first().is_none_or(|&byte| byte == b'#' || byte <= b' ') && is_blank_or_comment(line) {
            return Ok(());
        }
        self.tally.lines += 1;
        let parsed: Parsed<Record> = match self.text {
            Text::Fio(fio) => fio.line(line, self.volumes)?,
            Text::Msr => msr::line(line, self.volumes),
            Text::Spc => spc::line(line, self.volumes),
            Text::Ids => csv::id(line),
            Text::Csv(Some(csv)) => csv.line(line, self.volumes),
            Text::Csv(none) => {
                *none = Some(Csv::from_header(line, self.block_bytes)?);
                Ok(None)
            }
            Text::Blkparse(blkparse) => {
                let (parsed, action) = blkparse.line(line, self.volumes);
                if action == b'Q' && blkparse.counted != b'Q' && !self.forced {
                    return Err(TraceError::LateQueueEvents { line: self.tally.line_number });
                }
                parsed
            }
        };
        match parsed {
            Ok(Some(record)) => {
                self.tally.count(&record);
                sink.record(&record);
            }
            Ok(None) => {}
            Err((column, problem)) => self.tally.bad(column, problem),
        }
        Ok(())
    }
}

fn is_blank_or_comment(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    line.is_empty() || line.starts_with(b"#")
}
