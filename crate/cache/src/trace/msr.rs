//! MSR Cambridge CSV: `128166372003061629,usr,0,Read,7014609920,24576,41286`.
//!
//! Narayanan et al., "Write off-loading: practical power management for enterprise storage", FAST 2008; the traces are at
//! SNIA's IOTTA repository. Times are Windows file times (100 ns), offsets and sizes bytes. A volume is a host's disk: the
//! disk numbers start over on every host.

use super::error::Problem;
use super::fields::{Parsed, check_range, operation, trim, whole};
use super::volumes::Volumes;
use super::{Op, Record};

/// Fields of a line.
const FIELDS: usize = 7;
/// Nanoseconds of a tick of a Windows file time.
const TICK_NS: u64 = 100;

/// Reads a line. The header some copies have is no data.
pub fn line(line: &[u8], volumes: &mut Volumes) -> Parsed<Record> {
    let mut fields = [&line[..0]; FIELDS];
    let mut n = 0;
    for field in line.split(|&byte| byte == b',') {
        if n == FIELDS {
            return Err((FIELDS as u32 + 1, Problem::FieldCount));
        }
        fields[n] = trim(field);
        n += 1;
    }
    if n != FIELDS {
        return Err((n as u32, Problem::FieldCount));
    }
    if fields[0].eq_ignore_ascii_case(b"timestamp") && fields[4].eq_ignore_ascii_case(b"offset") {
        return Ok(None);
    }
    let ticks = whole(fields[0]).ok_or((1, Problem::NotANumber))?;
    let time_ns = ticks.saturating_mul(TICK_NS);
    let op: Op = match operation(fields[3]) {
        Some(Some(op)) => op,
        _ => return Err((4, Problem::UnknownOperation)),
    };
    whole(fields[2]).ok_or((3, Problem::NotANumber))?;
    let start = whole(fields[4]).ok_or((5, Problem::NotANumber))?;
    let bytes = whole(fields[5]).ok_or((6, Problem::NotANumber))?;
    whole(fields[6]).ok_or((7, Problem::NotANumber))?;
    check_range(start, bytes, 5)?;
    if bytes == 0 {
        return Ok(None);
    }
    // Host and disk as they stand in the line, comma included.
    let host_start = fields[0].len() + (fields[0].as_ptr() as usize - line.as_ptr() as usize);
    let disk_end = fields[2].len() + (fields[2].as_ptr() as usize - line.as_ptr() as usize);
    let volume = volumes.number(&line[host_start..disk_end]).map_err(|problem| (2, problem))?;
    Ok(Some(Record { op, object: false, volume, start, bytes, time_ns }))
}
