//! Unpacks gzip and zstd, told by the first bytes, as the data arrives.
//!
//! Several gzip members in a row, several zstd frames and skippable frames are all one stream (parallel compressors write
//! such files). Output comes in pieces of a few MiB at most, so that a small file can't swell to fill the memory.

use super::error::TraceError;
use flate2::write::MultiGzDecoder;
use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::Write;

const GZIP_MAGIC: [u8; 2] = [0x1F, 0x8B];
const ZSTD_MAGIC: u32 = 0xFD2F_B528;
/// The last hexadecimal digit of a skippable frame's magic number is free.
const ZSTD_SKIPPABLE: u32 = 0x184D_2A50;
/// Compressed bytes given to gzip at once: at its best ratio of about 1000 they become 8 MiB.
const GZIP_SLICE: usize = 8 << 10;

/// Unpacks a stream.
#[derive(Default)]
pub struct Unpacker {
    state: State,
    /// Compressed bytes so far.
    at: u64,
}

#[derive(Default)]
enum State {
    /// Fewer than four bytes so far.
    #[default]
    Start,
    Few(Vec<u8>),
    Plain,
    Gzip(Box<MultiGzDecoder<Vec<u8>>>),
    Zstd(Box<Zstd>),
}

impl Unpacker {
    /// Hands the unpacked bytes of a chunk to `out`.
    pub fn feed(
        &mut self,
        chunk: &[u8],
        out: &mut impl FnMut(&[u8]) -> Result<(), TraceError>,
    ) -> Result<(), TraceError> {
        match &mut self.state {
            State::Start | State::Few(_) => {
                let mut first = match std::mem::take(&mut self.state) {
                    State::Few(first) => first,
                    _ => Vec::new(),
                };
                first.extend_from_slice(chunk);
                if first.len() < 4 {
                    self.state = State::Few(first);
                    return Ok(());
                }
                self.state = State::of(&first);
                return self.feed(&first, out);
            }
            State::Plain => out(chunk)?,
            State::Gzip(gzip) => {
                for slice in chunk.chunks(GZIP_SLICE) {
                    gzip.write_all(slice).map_err(|_| TraceError::DamagedCompression { at: self.at })?;
                    self.at += slice.len() as u64;
                    out(gzip.get_ref())?;
                    gzip.get_mut().clear();
                }
            }
            State::Zstd(zstd) => {
                zstd.waiting.extend_from_slice(chunk);
                self.at += chunk.len() as u64;
                zstd.decode(self.at, out)?;
            }
        }
        Ok(())
    }

    /// Hands over what is left, and says whether the compressed data ended where it should.
    pub fn finish(&mut self, out: &mut impl FnMut(&[u8]) -> Result<(), TraceError>) -> Result<(), TraceError> {
        match &mut self.state {
            State::Start => Err(TraceError::Empty),
            State::Few(first) => out(first),
            State::Plain => Ok(()),
            State::Gzip(gzip) => {
                gzip.try_finish().map_err(|_| TraceError::TruncatedCompression)?;
                out(gzip.get_ref())
            }
            State::Zstd(zstd) if zstd.waiting.is_empty() && matches!(zstd.part, Part::Frame) => Ok(()),
            State::Zstd(_) => Err(TraceError::TruncatedCompression),
        }
    }
}

impl State {
    fn of(first: &[u8]) -> State {
        let magic = little_endian(first, 4);
        if first[..2] == GZIP_MAGIC {
            State::Gzip(Box::new(MultiGzDecoder::new(Vec::new())))
        } else if magic == ZSTD_MAGIC || magic & !15 == ZSTD_SKIPPABLE {
            let (waiting, part) = (Vec::new(), Part::Frame);
            State::Zstd(Box::new(Zstd { decoder: FrameDecoder::new(), waiting, part, unpacked: Vec::new() }))
        } else {
            State::Plain
        }
    }
}

fn little_endian(bytes: &[u8], n: usize) -> u32 {
    bytes[..n].iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte))
}

/// What the next bytes of a zstd stream are.
enum Part {
    /// A frame's header.
    Frame,
    /// A block's header, in a frame with or without a checksum at its end.
    Block { checksum: bool },
    /// So many bytes of a skippable frame.
    Skipped(usize),
}

struct Zstd {
    decoder: FrameDecoder,
    /// Bytes that don't make a whole header or block yet: never more than a chunk and 128 KiB.
    waiting: Vec<u8>,
    part: Part,
    unpacked: Vec<u8>,
}

impl Zstd {
    fn decode(&mut self, at: u64, out: &mut impl FnMut(&[u8]) -> Result<(), TraceError>) -> Result<(), TraceError> {
        let waiting = std::mem::take(&mut self.waiting);
        let mut rest = &waiting[..];
        while let Some(used) = self.step(rest, at, out)? {
            rest = &rest[used..];
        }
        self.waiting = rest.to_vec();
        Ok(())
    }

    /// Decodes the next part and returns its length, or nothing when it isn't complete yet.
    fn step(
        &mut self,
        rest: &[u8],
        at: u64,
        out: &mut impl FnMut(&[u8]) -> Result<(), TraceError>,
    ) -> Result<Option<usize>, TraceError> {
        let damaged = TraceError::DamagedCompression { at };
        match self.part {
            Part::Skipped(left) => {
                let used = left.min(rest.len());
                self.part = if used == left { Part::Frame } else { Part::Skipped(left - used) };
                Ok((used > 0 || left == 0).then_some(used))
            }
            Part::Frame => {
                if rest.len() < 8 {
                    // Even an empty frame has more; too few bytes at the end count as truncated.
                    return Ok(None);
                }
                let magic = little_endian(rest, 4);
                if magic & !15 == ZSTD_SKIPPABLE {
                    self.part = Part::Skipped(little_endian(&rest[4..], 4) as usize);
                    return Ok(Some(8));
                }
                if magic != ZSTD_MAGIC {
                    return Err(damaged);
                }
                let descriptor = rest[4];
                let single_segment = descriptor >> 5 & 1;
                let content_size = match descriptor >> 6 {
                    0 => usize::from(single_segment),
                    n => 1 << n,
                };
                let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
                let length = 5 + usize::from(1 - single_segment) + dictionary + content_size;
                if rest.len() < length {
                    return Ok(None);
                }
                self.decoder.reset(&rest[..length]).map_err(|error| match error {
                    FrameDecoderError::WindowSizeTooBig { .. } | FrameDecoderError::DictNotProvided { .. } => {
                        TraceError::UnsupportedCompression
                    }
                    _ => damaged,
                })?;
                self.part = Part::Block { checksum: descriptor >> 2 & 1 == 1 };
                Ok(Some(length))
            }
            Part::Block { checksum } => {
                if rest.len() < 3 {
                    return Ok(None);
                }
                let header = little_endian(rest, 3);
                let is_last = header & 1 == 1;
                let body = if header >> 1 & 3 == 1 { 1 } else { (header >> 3) as usize };
                if body > 128 << 10 {
                    return Err(damaged);
                }
                let length = 3 + body + if is_last && checksum { 4 } else { 0 };
                if rest.len() < length {
                    return Ok(None);
                }
                let one = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder.decode_blocks(&rest[..length], one).map_err(|_| damaged.clone())?;
                self.decoder.collect_to_writer(&mut self.unpacked).map_err(|_| damaged.clone())?;
                if is_last {
                    let stated = self.decoder.get_checksum_from_data();
                    if stated.is_some() && stated != self.decoder.get_calculated_checksum() {
                        return Err(damaged);
                    }
                    self.part = Part::Frame;
                }
                let result = out(&self.unpacked);
                self.unpacked.clear();
                result.map(|()| Some(length))
            }
        }
    }
}
