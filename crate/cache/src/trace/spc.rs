//! SPC trace file format: `0,20941264,8192,W,0.551706[,…]`.
//!
//! "SPC trace file format specification, revision 1.0.1" (Storage Performance Council; the traces Financial1 and WebSearch of
//! the UMass repository). Application storage unit, logical block address in blocks of 512 bytes, size in bytes, opcode, time
//! in seconds; more fields may follow. Every ASU is a volume.

use super::Record;
use super::error::Problem;
use super::fields::{NS_PER_S, Parsed, check_range, operation, scaled, trim, units_to_bytes, whole};
use super::volumes::Volumes;

/// Bytes of a logical block.
const BLOCK_BYTES: u64 = 512;

/// Reads a line.
pub fn line(line: &[u8], volumes: &mut Volumes) -> Parsed<Record> {
    let mut fields = line.split(|&byte| byte == b',').map(trim);
    let mut next = || fields.next().ok_or((0, Problem::FieldCount));
    let (asu, lba, size, opcode, time) = (next()?, next()?, next()?, next()?, next()?);
    whole(asu).ok_or((1, Problem::NotANumber))?;
    let lba = whole(lba).ok_or((2, Problem::NotANumber))?;
    let bytes = whole(size).ok_or((3, Problem::NotANumber))?;
    let op = match (opcode.len(), operation(opcode)) {
        (1, Some(Some(op))) => op,
        _ => return Err((4, Problem::UnknownOperation)),
    };
    let time_ns = scaled(time, NS_PER_S).ok_or((5, Problem::NotANumber))?;
    let start = units_to_bytes(lba, BLOCK_BYTES, 2)?;
    check_range(start, bytes, 2)?;
    if bytes == 0 {
        return Ok(None);
    }
    let volume = volumes.number(asu).map_err(|problem| (1, problem))?;
    Ok(Some(Record { op, object: false, volume, start, bytes, time_ns }))
}
