//! What can be wrong with a trace, as data: the page and the command line put it into words.

use super::Format;
use serde::Serialize;

/// Why a line was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "LineProblem"))]
#[serde(rename_all = "kebab-case")]
pub enum Problem {
    /// More or fewer fields than the format, or the file's own header, says.
    FieldCount,
    /// A field that must be a number is none, or has a sign, or a decimal part where none can be.
    NotANumber,
    /// An operation that is neither read nor write nor anything else the format knows.
    UnknownOperation,
    /// An offset, a size or their sum beyond what a volume can hold (2^63 bytes), or a size beyond 4 GiB.
    OutOfRange,
    /// Longer than 64 KiB.
    LineTooLong,
    /// The file ends within a record.
    Truncated,
    /// The 65,537th volume.
    TooManyVolumes,
    /// Not shaped like a line of the format at all.
    Unrecognised,
}

/// A line that was skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BadLine {
    /// Counted from 1; for binary formats the number of the record.
    pub line: u64,
    /// The field, counted from 1; 0: the line as a whole.
    pub column: u32,
    /// What is wrong with it.
    pub problem: Problem,
}

/// Why a trace as a whole can't be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum TraceError {
    /// No bytes at all.
    Empty,
    /// Nothing in it moves data.
    NoRecords {
        /// The format it was read as.
        format: Format,
        /// Lines looked at.
        lines: u64,
    },
    /// It is like none of the formats. Naming the format helps if it is one of them after all.
    UnknownFormat,
    /// A table whose first line doesn't say what its columns are.
    NoHeader {
        /// The first line's columns.
        columns: u32,
    },
    /// A header without a column of offsets or ids.
    NoAddressColumn,
    /// Binary data, but no format we read.
    UnknownBinary,
    /// A binary recording of blktrace: `blkparse` turns it into text.
    BinaryBlktrace,
    /// UTF-16 text: to be saved as UTF-8.
    Utf16,
    /// A version of the format that isn't read.
    UnsupportedVersion {
        /// The format.
        format: Format,
        /// The version found.
        version: u64,
    },
    /// Compressed data that is damaged, or whose checksum is wrong.
    DamagedCompression {
        /// Bytes of the compressed file read until then.
        at: u64,
    },
    /// The file ends within compressed data, or the checksum at its very end is wrong (gzip doesn't tell the two apart).
    TruncatedCompression,
    /// zstd with a dictionary, or a window beyond 100 MiB.
    UnsupportedCompression,
    /// More than 1 % of the lines are bad.
    TooManyBadLines {
        /// The format it was read as.
        format: Format,
        /// Lines that were skipped.
        bad_lines: u64,
        /// Lines in all.
        lines: u64,
        /// The first ten.
        first: Vec<BadLine>,
    },
    /// The sampling rate asked for leaves no block of this trace.
    NothingSampled,
    /// Addresses spread over more of the volumes than anything that exists: the columns are probably others.
    AddressesTooFarApart,
    /// blkparse text whose first megabyte holds no event Q, while later parts do: read it again counting the events Q.
    LateQueueEvents {
        /// The first line with one.
        line: u64,
    },
}
