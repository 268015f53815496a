//! fio iolog, versions 2 and 3.
//!
//! Version 2: `file action [offset length]`; version 3 has the time in µs in front. File names may hold spaces, so a line is
//! read from its end. fio appends to an existing log: a header may come again in the middle, and the time starts over.

use super::error::{Problem, TraceError};
use super::fields::{Parsed, check_range, operation, whole};
use super::volumes::Volumes;
use super::{Format, Op, Record};

/// What the first line starts with; the version's number follows.
const HEADER: &[u8] = b"fio version ";
const NS_PER_US: u64 = 1000;

/// The version, if the line is a header.
pub fn header_version(line: &[u8]) -> Option<u64> {
    let rest = line.trim_ascii().strip_prefix(HEADER)?;
    let version = rest.strip_suffix(b" iolog")?;
    whole(version.trim_ascii())
}

/// The state between two lines. Without a header, lines are taken for version 2.
#[derive(Debug, Default)]
pub struct Fio {
    version: u64,
    /// Added to the times since the last header, so that time goes on.
    base_ns: u64,
    last_ns: u64,
}

impl Fio {
    /// Reads a line.
    pub fn line(&mut self, line: &[u8], volumes: &mut Volumes) -> Result<Parsed<Record>, TraceError> {
        if let Some(version) = header_version(line) {
            if !(2..=3).contains(&version) {
                return Err(TraceError::UnsupportedVersion { format: Format::FioIolog, version });
            }
            self.version = version;
            self.base_ns = self.last_ns;
            return Ok(Ok(None));
        }
        Ok(self.entry(line.trim_ascii(), volumes))
    }

    fn entry(&mut self, line: &[u8], volumes: &mut Volumes) -> Parsed<Record> {
        let (time_ns, line, columns) = if self.version == 3 {
            let (time, rest) = split_first(line).ok_or((0, Problem::FieldCount))?;
            let time_us = whole(time).ok_or((1, Problem::NotANumber))?;
            (self.base_ns.saturating_add(time_us.saturating_mul(NS_PER_US)), rest, 1)
        } else {
            (0, line, 0)
        };
        let (before, last) = split_last(line).ok_or((0, Problem::FieldCount))?;
        if operation(last) == Some(None) {
            self.last_ns = time_ns;
            return Ok(None);
        }
        // `file action offset length`; a wait has one number only.
        let bytes = whole(last).ok_or((columns + 4, Problem::NotANumber))?;
        let (before, offset) = split_last(before).ok_or((0, Problem::FieldCount))?;
        if operation(offset) == Some(None) {
            self.last_ns = time_ns;
            return Ok(None);
        }
        let start = whole(offset).ok_or((columns + 3, Problem::NotANumber))?;
        let (name, action) = split_last(before).ok_or((0, Problem::FieldCount))?;
        let op: Op = match operation(action) {
            Some(Some(op)) if action.len() > 1 => op,
            Some(None) => {
                self.last_ns = time_ns;
                return Ok(None);
            }
            _ => return Err((columns + 2, Problem::UnknownOperation)),
        };
        check_range(start, bytes, columns + 3)?;
        self.last_ns = time_ns;
        if bytes == 0 {
            return Ok(None);
        }
        let volume = volumes.number(name).map_err(|problem| (columns + 1, problem))?;
        Ok(Some(Record { op, object: false, volume, start, bytes, time_ns }))
    }
}

fn split_first(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let space = line.iter().position(u8::is_ascii_whitespace)?;
    Some((&line[..space], line[space..].trim_ascii_start()))
}

fn split_last(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let space = line.iter().rposition(u8::is_ascii_whitespace)?;
    Some((line[..space].trim_ascii_end(), &line[space + 1..]))
}
