//! Traces: recorded accesses, read as a stream of chunks.
//!
//! A reader is pushed: it takes the bytes in whatever pieces they arrive (a file's, a browser's) and hands every access to a
//! [`Sink`]. So it needs no file system, and its memory is bounded whatever the trace holds: a carry-over line of at most
//! 64 KiB, the window of the compression, the names of the volumes. Chunks cut anywhere give the same result.
//!
//! ```
//! use nas_forecast_cache::trace::{Op, Reader, Record, Sink};
//!
//! struct Reads(Vec<u64>);
//! impl Sink for Reads {
//!     fn record(&mut self, record: &Record) {
//!         if record.op == Op::Read {
//!             self.0.push(record.start);
//!         }
//!     }
//! }
//!
//! let mut sink = Reads(vec![]);
//! let mut reader = Reader::new(None);
//! reader.feed(b"time,op,offset,size\n0.5,R,819", &mut sink).unwrap();
//! reader.feed(b"2,4096\n", &mut sink).unwrap();
//! let summary = reader.finish(&mut sink).unwrap();
//! assert_eq!((sink.0, summary.records), (vec![8192], 1));
//! ```

mod blkparse;
mod csv;
mod detect;
mod error;
mod fields;
mod fio;
mod lines;
mod msr;
mod oracle;
mod reader;
mod spc;
mod unpack;
mod volumes;

pub use error::{BadLine, Problem, TraceError};
pub use reader::{Note, Reader, Summary};

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Data comes from the device.
    Read,
    /// Data goes to the device.
    Write,
    /// The device may forget the data: it leaves every cache.
    Trim,
}

/// One entry of a trace that moves (or trims) data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// What it does.
    pub op: Op,
    /// Whether it names an object instead of a range of bytes.
    pub object: bool,
    /// The device, file or logical unit, numbered in the order of appearance. Offsets of different volumes are unrelated.
    pub volume: u32,
    /// First byte on the volume; for objects, the object's id.
    pub start: u64,
    /// Bytes from there; 0: the trace gives no size. For objects, the object's size, which no cache looks at.
    pub bytes: u64,
    /// When, in ns since any fixed moment; 0 where the trace has no times.
    pub time_ns: u64,
}

/// Takes the records of a trace.
pub trait Sink {
    /// One record, in the order of the trace.
    fn record(&mut self, record: &Record);
}

/// The largest record taken seriously: the block layer counts an I/O's bytes in 32 bits.
pub const LARGEST_RECORD_BYTES: u64 = 1 << 32;

/// The formats of traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "TraceFormat"))]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// fio's log of its own I/O, version 2 or 3.
    FioIolog,
    /// The text that blkparse prints of a blktrace recording.
    Blkparse,
    /// Microsoft Research Cambridge: timestamp, host, disk, type, offset, size, response time.
    MsrCsv,
    /// Storage Performance Council: ASU, LBA, size, opcode, timestamp.
    Spc,
    /// libCacheSim's binary records of 24 bytes.
    OracleGeneral,
    /// Columns named by a header.
    Csv,
    /// One id a line.
    Ids,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 7] = [
        Format::FioIolog,
        Format::Blkparse,
        Format::MsrCsv,
        Format::Spc,
        Format::OracleGeneral,
        Format::Csv,
        Format::Ids,
    ];

    /// The name on the command line and in scenarios.
    pub fn name(self) -> &'static str {
        match self {
            Format::FioIolog => "fio-iolog",
            Format::Blkparse => "blkparse",
            Format::MsrCsv => "msr-csv",
            Format::Spc => "spc",
            Format::OracleGeneral => "oracle-general",
            Format::Csv => "csv",
            Format::Ids => "ids",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Format::ALL.into_iter().find(|format| format.name() == name).ok_or(())
    }
}
