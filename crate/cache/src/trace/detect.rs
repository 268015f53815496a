//! Tells a trace's format by its content.
//!
//! Text formats are tried on the first lines; the one that reads most of them wins, and it must read at least half.

use super::csv::{self, Csv};
use super::error::TraceError;
use super::volumes::Volumes;
use super::{Format, blkparse, fio, msr, oracle, spc};

/// Lines that are tried.
const LINES: usize = 200;
/// Bytes that are looked at for what no text holds.
const TEXT_SAMPLE: usize = 4096;
/// The first bytes of a binary blktrace record, little-endian and big-endian (the last byte is the version).
const BLKTRACE_MAGIC: [[u8; 3]; 2] = [*b"tae", *b"eat"];
const UTF16_MARKS: [[u8; 2]; 2] = [[0xFF, 0xFE], [0xFE, 0xFF]];
/// What some editors put in front of UTF-8.
pub const UTF8_MARK: &[u8] = &[0xEF, 0xBB, 0xBF];

fn is_text(data: &[u8]) -> bool {
    data.iter().take(TEXT_SAMPLE).all(|&byte| byte >= b' ' || matches!(byte, b'\t' | b'\r' | b'\n' | 0x0C))
}

/// Data that is certainly no trace in text form, whatever the user says; the reason if so.
pub fn check_text(data: &[u8]) -> Result<(), TraceError> {
    if UTF16_MARKS.iter().any(|mark| data.starts_with(mark)) {
        return Err(TraceError::Utf16);
    }
    let is_blktrace = data.len() >= 4 && (data[1..4] == BLKTRACE_MAGIC[0] || data[..3] == BLKTRACE_MAGIC[1]);
    if is_blktrace && !is_text(data) {
        return Err(TraceError::BinaryBlktrace);
    }
    Ok(())
}

/// The lines that matter for the decision.
fn first_lines(data: &[u8]) -> impl Iterator<Item = &[u8]> {
    let data = data.strip_prefix(UTF8_MARK).unwrap_or(data);
    data.split(|&byte| byte == b'\n')
        .map(|line| line.trim_ascii())
        .filter(|line| !line.is_empty() && !line.starts_with(b"#"))
        .take(LINES)
}

/// The format of the data that starts like this.
pub fn detect(data: &[u8], block_bytes: u64) -> Result<Format, TraceError> {
    check_text(data)?;
    if !is_text(data) {
        return if oracle::is_plausible(data) { Ok(Format::OracleGeneral) } else { Err(TraceError::UnknownBinary) };
    }
    let Some(first) = first_lines(data).next() else { return Err(TraceError::Empty) };
    if fio::header_version(first).is_some() {
        return Ok(Format::FioIolog);
    }
    let mut volumes = Volumes::default();
    let mut read = [(Format::MsrCsv, 0), (Format::Spc, 0), (Format::Blkparse, 0), (Format::Ids, 0)];
    let mut lines = 0;
    for line in first_lines(data) {
        if read[2].1 > 0 && blkparse::is_summary(line) {
            break;
        }
        lines += 1;
        read[0].1 += usize::from(msr::line(line, &mut volumes).is_ok());
        read[1].1 += usize::from(spc::line(line, &mut volumes).is_ok());
        read[2].1 += usize::from(blkparse::event(line).is_ok());
        read[3].1 += usize::from(csv::id(line).is_ok());
    }
    // Of equals the first: an MSR line is never an SPC line, but a header alone reads as neither.
    let mut best = read[0];
    for candidate in read {
        if candidate.1 > best.1 {
            best = candidate;
        }
    }
    // A header that the best format can't read itself: a table whose rows happen to look like that format's.
    let header = Csv::from_header(first, block_bytes);
    let reads_first = match best.0 {
        Format::MsrCsv => msr::line(first, &mut volumes).is_ok(),
        Format::Spc => spc::line(first, &mut volumes).is_ok(),
        Format::Blkparse => blkparse::event(first).is_ok(),
        _ => csv::id(first).is_ok(),
    };
    if best.1 * 2 >= lines.max(1) && (reads_first || header.is_err()) {
        return Ok(best.0);
    }
    match header {
        Ok(_) => Ok(Format::Csv),
        Err(error) => {
            let columns = first.split(|byte| b",;\t".contains(byte)).count();
            Err(if columns > 1 { error } else { TraceError::UnknownFormat })
        }
    }
}
