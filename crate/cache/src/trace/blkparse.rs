//! Text of blkparse: `8,0  3  11  0.009507758  697  C  W  223490 + 8 [0]`.
//!
//! Every I/O shows up several times on its way: queued (Q), sent to the driver (D), completed (C). Q is what the file system
//! asked for, so Q is counted; a recording filtered to other events is counted by D, else C. A device is a volume. Sectors
//! have 512 bytes. What blkparse prints at the end (per CPU, totals) is no data.

use super::error::Problem;
use super::fields::{NS_PER_S, Parsed, check_range, kernel_operation, scaled, units_to_bytes, whole};
use super::volumes::Volumes;
use super::{Op, Record};

/// Bytes of the kernel's sector, whatever the device's own.
const SECTOR_BYTES: u64 = 512;

/// A line of the event kinds that may be counted.
pub struct Event<'a> {
    /// Q, D or C.
    pub action: u8,
    device: &'a [u8],
    op: Option<Op>,
    start: u64,
    bytes: u64,
    time_ns: u64,
}

/// Which events to count.
#[derive(Debug)]
pub struct Blkparse {
    /// Q, D or C.
    pub counted: u8,
    in_summary: bool,
}

impl Blkparse {
    /// Counts this kind of events.
    pub fn new(counted: u8) -> Self {
        Blkparse { counted, in_summary: false }
    }

    /// Reads a line; the action too when it is Q, D or C.
    pub fn line(&mut self, line: &[u8], volumes: &mut Volumes) -> (Parsed<Record>, u8) {
        let event = match event(line) {
            Ok(event) => event,
            Err(_) if self.in_summary || is_summary(line) => {
                self.in_summary = true;
                return (Ok(None), 0);
            }
            Err(problem) => return (Err(problem), 0),
        };
        self.in_summary = false;
        let Some(event) = event else { return (Ok(None), 0) };
        let Some(op) = event.op.filter(|_| event.action == self.counted && event.bytes > 0) else {
            return (Ok(None), event.action);
        };
        let record = volumes
            .number(event.device)
            .map(|volume| {
                Some(Record {
                    op,
                    object: false,
                    volume,
                    start: event.start,
                    bytes: event.bytes,
                    time_ns: event.time_ns,
                })
            })
            .map_err(|problem| (1, problem));
        (record, event.action)
    }
}

/// `CPU0 (8,0):`, `Total (8,0):`, `Throughput (R/W): …`, `Events (8,0): …`, `Skips: …`.
pub fn is_summary(line: &[u8]) -> bool {
    const WORDS: [&[u8]; 5] = [b"CPU", b"Total", b"Throughput", b"Events", b"Skips"];
    let line = line.trim_ascii_start();
    WORDS.iter().any(|word| line.starts_with(word))
}

/// `None` for a well-formed line of another kind: a plug, a merge, a message.
pub fn event(line: &[u8]) -> Parsed<Event<'_>> {
    let mut fields = line.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
    let mut next = || fields.next().ok_or((0, Problem::FieldCount));
    let device = next()?;
    let comma = device.iter().position(|&byte| byte == b',').ok_or((1, Problem::Unrecognised))?;
    if whole(&device[..comma]).is_none() || whole(&device[comma + 1..]).is_none() {
        return Err((1, Problem::Unrecognised));
    }
    whole(next()?).ok_or((2, Problem::NotANumber))?;
    // The sequence number; messages have none that counts.
    whole(next()?).ok_or((3, Problem::NotANumber))?;
    let time_ns = scaled(next()?, NS_PER_S).ok_or((4, Problem::NotANumber))?;
    whole(next()?).ok_or((5, Problem::NotANumber))?;
    let action = next()?;
    let &[action @ (b'Q' | b'D' | b'C')] = action else {
        let known = action.len() <= 2 && action.iter().all(u8::is_ascii_alphabetic);
        return if known { Ok(None) } else { Err((6, Problem::UnknownOperation)) };
    };
    let kind = next()?;
    let op = kernel_operation(kind).ok_or((7, Problem::UnknownOperation))?;
    let none = Event { action, device, op: None, start: 0, bytes: 0, time_ns };
    let Ok(sector) = next() else { return Ok(Some(none)) };
    let Some(sector) = whole(sector) else {
        // `Q FWS [kjournald]`: a flush without data.
        return if op.is_none() || sector.starts_with(b"[") { Ok(Some(none)) } else { Err((8, Problem::NotANumber)) };
    };
    let Ok(plus) = next() else { return Ok(Some(none)) };
    if plus != b"+" {
        // `C  WS 0 [0]`: an empty flush.
        return if plus.starts_with(b"[") || op.is_none() { Ok(Some(none)) } else { Err((9, Problem::Unrecognised)) };
    }
    let sectors = whole(next()?).ok_or((10, Problem::NotANumber))?;
    let start = units_to_bytes(sector, SECTOR_BYTES, 8)?;
    let bytes = units_to_bytes(sectors, SECTOR_BYTES, 10)?;
    check_range(start, bytes, 8)?;
    Ok(Some(Event { action, device, op, start, bytes, time_ns }))
}
