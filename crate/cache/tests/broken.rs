//! Files that are no traces, or were: a clear answer, no panic, bounded memory.

mod common;

use common::{random, read, read_in};
use nas_forecast_cache::PolicyKind;
use nas_forecast_cache::lab::{Lab, Options, Run};
use nas_forecast_cache::trace::{Format, Problem, TraceError};
use rand::{Rng, RngCore};

const GOOD: [&str; 6] = [
    "fio version 2 iolog\n/dev/sda add\n/dev/sda open\n/dev/sda read 0 4096\n/dev/sda write 4096 8192\n",
    "fio version 3 iolog\n1 /dev/sda add\n2 /dev/sda read 0 4096\n3 /dev/sda trim 4096 8192\n",
    "8,0 3 1 0.000000000 697 Q W 223490 + 8 [k]\n8,0 3 2 0.1 697 C R 22 + 8 [k]\nCPU0 (8,0):\n",
    "1,usr,0,Read,0,4096,1\n2,usr,1,Write,4096,4096,1\n",
    "0,8,4096,W,0.5\n1,8,512,r,1.25\n",
    "time,op,offset,size\n0.5,R,8192,4096\n1.5,W,0,512\n",
];

fn simulate(format: Option<Format>, data: &[u8]) -> Result<(), TraceError> {
    let runs = vec![Run { policy: PolicyKind::Lirs, size: 50 }, Run { policy: PolicyKind::Belady, size: 50 }];
    let curves = vec![PolicyKind::Lru, PolicyKind::Sieve];
    let mut lab = Lab::new(Options { format, runs, curves, write_back: true, ..Options::default() });
    lab.feed(data)?;
    lab.finish().map(|_| ())
}

#[test]
fn nothing_at_all_is_said_to_be_empty() {
    assert_eq!(read("").unwrap_err(), TraceError::Empty);
    assert_eq!(read("\n\n\n").unwrap_err(), TraceError::Empty);
    let only_header = read("fio version 2 iolog\n").unwrap_err();
    assert_eq!(only_header, TraceError::NoRecords { format: Format::FioIolog, lines: 1 });
}

#[test]
fn prose_and_pictures_are_no_traces() {
    assert_eq!(read("Dear Sir or Madam\nI write to you\n".repeat(9)).unwrap_err(), TraceError::UnknownFormat);
    let png = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &[0xEE; 600]].concat();
    assert_eq!(read(png).unwrap_err(), TraceError::UnknownBinary);
    assert_eq!(read([0; 4096]).unwrap_err(), TraceError::UnknownBinary);
    assert_eq!(read([0xFF, 0xFE, b't', 0, b'i', 0]).unwrap_err(), TraceError::Utf16);
    assert!(matches!(read("{\"version\": 1}\n").unwrap_err(), TraceError::UnknownFormat | TraceError::NoHeader { .. }));
}

#[test]
fn a_line_that_never_ends_takes_no_memory_and_is_reported() {
    let mut data = b"op,offset,size\n".to_vec();
    data.extend(std::iter::repeat_n(b'7', 3 << 20));
    data.extend_from_slice(b"\nR,0,4096\n");
    let Err(TraceError::TooManyBadLines { first, .. }) = read_in(None, &data, 4096) else { panic!("it was read") };
    assert_eq!((first[0].line, first[0].problem), (2, Problem::LineTooLong));
}

#[test]
fn every_format_forced_on_every_other_gives_an_answer() {
    for data in GOOD {
        for format in Format::ALL {
            let _ = simulate(Some(format), data.as_bytes());
        }
    }
}

#[test]
fn good_traces_cut_anywhere_give_an_answer() {
    for data in GOOD {
        for cut in 0..data.len() {
            let _ = simulate(None, &data.as_bytes()[..cut]);
        }
    }
}

#[test]
fn good_traces_with_bytes_changed_at_random_give_an_answer() {
    let mut random = random(19);
    for _ in 0..3_000 {
        let mut data = GOOD[random.random_range(0..GOOD.len())].repeat(random.random_range(1..4)).into_bytes();
        for _ in 0..random.random_range(1..8) {
            let at = random.random_range(0..data.len());
            match random.random_range(0..4) {
                0 => data[at] = random.random_range(0..=255),
                1 => data[at] = *b",;. \n09-+".get(random.random_range(0..9)).unwrap_or(&b'9'),
                2 => drop(data.remove(at)),
                _ => {
                    let digits = random.next_u64().to_string();
                    data.splice(at..at, digits.into_bytes());
                }
            }
            if data.is_empty() {
                break;
            }
        }
        let _ = simulate(None, &data);
        let _ = simulate(Some(Format::ALL[random.random_range(0..7)]), &data);
    }
}

#[test]
fn noise_behind_every_magic_number_gives_an_answer() {
    let mut random = random(20);
    let magics: [&[u8]; 6] =
        [b"", b"\x1f\x8b\x08\0", b"\x28\xb5\x2f\xfd", b"\x50\x2a\x4d\x18\x03\0\0\0", b"\x07tae", b"\xff\xfe"];
    for i in 0..3_000 {
        let mut data = magics[i % magics.len()].to_vec();
        let mut noise = vec![0; random.random_range(0..400)];
        random.fill_bytes(&mut noise);
        data.extend_from_slice(&noise);
        assert!(read(&data).is_err() || i % magics.len() == 0);
    }
}

#[test]
fn numbers_at_the_edge_of_64_bits_are_refused_line_by_line() {
    let max = u64::MAX;
    for line in [format!("R,{max},4096"), format!("R,0,{max}"), format!("R,{},4096", i64::MAX), "R,-4096,1".into()] {
        let Err(TraceError::TooManyBadLines { first, .. }) = read(format!("op,offset,size\n{line}\nR,0,1\n")) else {
            panic!("{line} was read");
        };
        assert_eq!(first[0].line, 2);
    }
}

#[test]
fn a_small_file_that_unpacks_to_a_large_one_is_read_in_pieces() {
    // 64 MiB of empty lines in a few hundred KiB of gzip.
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(b"op,offset,size\nR,0,4096\n").unwrap();
    for _ in 0..64 {
        encoder.write_all(&[b'\n'; 1 << 20]).unwrap();
    }
    let (records, _) = read(encoder.finish().unwrap()).unwrap();
    assert_eq!(records.len(), 1);
}
