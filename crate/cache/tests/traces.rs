//! Traces as they come: every format, every trap that tools are known to have stepped into.

mod common;

use common::{read, read_in, short};
use nas_forecast_cache::lab::{Lab, Options, Results, Run};
use nas_forecast_cache::trace::Op::{Read, Trim, Write};
use nas_forecast_cache::trace::{Format, Note, Problem, Reader, TraceError};
use nas_forecast_cache::{AnyPolicy, Policy, PolicyKind};
use std::io::Write as _;

fn lab(data: &[u8], size: u64) -> Result<Results, TraceError> {
    let mut lab = Lab::new(Options { runs: vec![Run { policy: PolicyKind::Lru, size }], ..Options::default() });
    lab.feed(data)?;
    lab.finish()
}

fn gzip(data: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(data).unwrap();
    encoder.finish().unwrap()
}

fn zstd(data: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(data, ruzstd::encoding::CompressionLevel::Fastest)
}

/// A skippable frame, such as pzstd writes first.
fn skippable() -> Vec<u8> {
    [&0x184D_2A53_u32.to_le_bytes()[..], &4u32.to_le_bytes(), b"size"].concat()
}

const FIO_2: &str = "fio version 2 iolog
/data/a b.bin add
/data/a b.bin open
/data/a b.bin write 0 4096
/data/a b.bin sync 0 0
/dev/sdb read 4096 8192
/data/a b.bin sync_file_range 0 4096
/data/a b.bin wait 1000
/data/a b.bin trim 0 4096
/data/a b.bin datasync 0 0
/data/a b.bin close
";

#[test]
fn fio_version_2_with_spaces_in_names_and_syncs() {
    let (records, summary) = read(FIO_2).unwrap();
    assert_eq!(summary.format, Format::FioIolog);
    assert_eq!(short(&records), [(Write, 0, 0, 4096), (Read, 1, 4096, 8192), (Trim, 0, 0, 4096)]);
    assert_eq!((summary.bad_lines, summary.trims, summary.records, summary.bytes), (0, 1, 2, 12_288));
}

#[test]
fn fio_version_3_with_headers_again_in_the_middle_keeps_time_going() {
    let log = "fio version 3 iolog\n10 f add\n20 f read 0 4096\n30 f write 4096 4096\n\
               fio version 3 iolog\n5 f open\n6 f read 0 4096\n";
    let (records, summary) = read(log).unwrap();
    let times: Vec<u64> = records.iter().map(|record| record.time_ns / 1000).collect();
    assert_eq!(times, [20, 30, 36]);
    assert_eq!((summary.bad_lines, summary.volumes), (0, 1));
}

#[test]
fn an_unknown_fio_version_is_refused() {
    let error = read("fio version 9 iolog\nf read 0 4096\n").unwrap_err();
    assert_eq!(error, TraceError::UnsupportedVersion { format: Format::FioIolog, version: 9 });
}

const BLKPARSE: &str = "  8,0    3        1     0.000000000   697  Q   W 223490 + 8 [kjournald]
  8,0    3        2     0.000001829   697  G   W 223490 + 8 [kjournald]
  8,0    3        3     0.000002197   697  P   N [kjournald]
  8,16   1        4     0.500000000   700  Q  RA 0 + 16 [fio]
  8,0    3        5     0.600000000   697  D   W 223490 + 8 [kjournald]
  8,0    3        6     0.700000000     0  C   W 223490 + 8 [0]
  8,0    3        7     0.800000000   697  Q   D 223488 + 2048 [fstrim]
  8,0    3        8     0.900000000   697  Q FWS [kjournald]
  8,0    1        0     1.000000000     0  m   N cfq schedule dispatch
CPU0 (8,0):
 Reads Queued:           0,        0KiB\t Writes Queued:           1,        4KiB
Total (8,0):
 Reads Queued:           0,        0KiB\t Writes Queued:           1,        4KiB

Throughput (R/W): 0KiB/s / 4KiB/s
Events (8,0): 6 entries
Skips: 0 forward (0 -   0.0%)
";

#[test]
fn blkparse_counts_queued_events_and_skips_the_summary() {
    let (records, summary) = read(BLKPARSE).unwrap();
    let expected = [(Write, 0, 223_490 * 512, 4096), (Read, 1, 0, 8192), (Trim, 0, 223_488 * 512, 2048 * 512)];
    assert_eq!((summary.format, short(&records)), (Format::Blkparse, expected.to_vec()));
    assert_eq!((summary.bad_lines, summary.volumes), (0, 2));
    assert_eq!(summary.notes, [Note::BlkparseEvents { event: 'Q' }]);
}

#[test]
fn blkparse_without_queued_events_counts_the_next_best_and_says_so() {
    let without = |actions: &[&str]| {
        let has = |line: &&str| actions.iter().any(|action| line.contains(&format!("  {action}  ")));
        BLKPARSE.lines().filter(|line| !has(line)).collect::<Vec<_>>().join("\n")
    };
    let dispatched = without(&["Q"]).replace("  Q FWS", "  m FWS");
    let (records, summary) = read(&dispatched).unwrap();
    assert_eq!((records.len(), &summary.notes[..]), (1, &[Note::BlkparseEvents { event: 'D' }][..]));
    let completed = without(&["Q", "D"]).replace("  Q FWS", "  m FWS");
    let (records, summary) = read(&completed).unwrap();
    assert_eq!((records.len(), &summary.notes[..]), (1, &[Note::BlkparseEvents { event: 'C' }][..]));
}

#[test]
fn queued_events_after_the_first_megabyte_ask_for_a_second_reading() {
    let mut text = String::new();
    for i in 0..60_000 {
        text += &format!("8,0 0 {i} 0.5 1 D R {} + 8 [x]\n", i * 8);
    }
    text += "8,0 0 1 0.5 1 Q R 0 + 8 [x]\n";
    assert_eq!(read(&text).unwrap_err(), TraceError::LateQueueEvents { line: 60_001 });
    let mut kept = common::Kept::default();
    let mut reader = Reader::new(None).counting('Q');
    reader.feed(text.as_bytes(), &mut kept).unwrap();
    assert_eq!(reader.finish(&mut kept).unwrap().records, 1);
}

#[test]
fn a_binary_blktrace_file_is_told_to_go_through_blkparse() {
    let record = [0x07, 0x74, 0x61, 0x65, 1, 0, 0, 0, 9, 9, 9, 9, 0, 0, 0, 0];
    assert_eq!(read(record.repeat(50)).unwrap_err(), TraceError::BinaryBlktrace);
}

#[test]
fn msr_disks_of_different_hosts_are_different_volumes() {
    let trace = "128166372003061629,usr,0,Read,7014609920,24576,41286\n\
                 128166372013061629,prn,0,Write,7014609920,24576,1331\n\
                 128166372023061629,usr,1,Read,7014609920,24576,41286\n\
                 128166372033061629,usr,0,Read,7014609920,24576,41286\n";
    let (records, summary) = read(trace).unwrap();
    assert_eq!((summary.format, summary.volumes, summary.duration_s), (Format::MsrCsv, 3, 3.0));
    assert_eq!(records.iter().map(|record| record.volume).collect::<Vec<_>>(), [0, 1, 2, 0]);
    // 24 KiB from a quarter into a block: seven blocks.
    let results = lab(trace.as_bytes(), 1000).unwrap();
    assert_eq!((results.requests, results.distinct_blocks, results.policies[0].hits), (28, 21, 7));
    let headed = format!("Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime\n{trace}");
    assert_eq!(short(&read(headed).unwrap().0), short(&records));
}

#[test]
fn spc_counts_in_sectors_and_by_storage_unit() {
    let (records, summary) = read("0,8,4096,W,0.5\n1,8,512,r,1.25\n0,8,4096,R,2.5,extra\n").unwrap();
    assert_eq!((summary.format, summary.duration_s), (Format::Spc, 2.0));
    assert_eq!(short(&records), [(Write, 0, 4096, 4096), (Read, 1, 4096, 512), (Read, 0, 4096, 4096)]);
}

fn oracle(ids: &[u64]) -> Vec<u8> {
    let record = |(i, &id): (usize, &u64)| {
        let mut record = (i as u32).to_le_bytes().to_vec();
        record.extend_from_slice(&id.to_le_bytes());
        record.extend_from_slice(&4096u32.to_le_bytes());
        // A distance where a position belongs, as some published files have.
        record.extend_from_slice(&1i64.to_le_bytes());
        record
    };
    ids.iter().enumerate().flat_map(record).collect()
}

#[test]
fn oracle_traces_name_objects_and_the_future_follows_from_the_ids() {
    let ids = [7, (1 << 53) + 1, 7, u64::MAX, 7, (1 << 53) + 1, 1 << 53];
    let data = oracle(&ids);
    let (records, summary) = read(&data).unwrap();
    assert_eq!((summary.format, summary.objects), (Format::OracleGeneral, true));
    assert_eq!(records.iter().map(|record| record.start).collect::<Vec<_>>(), ids);
    // Two places, Belady: 7 miss, a miss, 7 hit, u64::MAX replaces a (wanted later than 7) or 7; 7 hit; the rest misses.
    let mut lab = Lab::new(Options { runs: vec![Run { policy: PolicyKind::Belady, size: 2 }], ..Options::default() });
    lab.feed(&data).unwrap();
    assert_eq!(lab.finish().unwrap().policies[0].hits, 2);
}

#[test]
fn a_cut_oracle_trace_is_read_up_to_the_cut_or_refused_when_that_is_much() {
    let data = oracle(&(0..200).collect::<Vec<_>>());
    let (records, summary) = read(&data[..data.len() - 5]).unwrap();
    assert_eq!((records.len(), summary.bad_lines), (199, 1));
    assert!(summary.notes.contains(&Note::CutShort));
    let data = oracle(&[1, 2, 3]);
    assert!(matches!(read(&data[..70]), Err(TraceError::TooManyBadLines { bad_lines: 1, lines: 3, .. })));
}

#[test]
fn csv_columns_come_in_any_order_with_any_separator() {
    let expected = [(Read, 0, 8192, 4096), (Write, 0, 0, 512), (Trim, 0, 0, 4096)];
    let tables = [
        "time,op,offset,size\n0.5,R,8192,4096\n1.5,W,0,512\n2,trim,0,4096\n",
        "size;offset;op;time\n4096;8192;read;0,5\n512;0;WRITE;1,5\n4096;0;discard;2\n",
        "\u{feff}Offset\tSize\tType\tTimestamp\r\n8192\t4096\tR\t0.5\r\n0\t512\tW\t1.5\r\n0\t4096\tD\t2\r\n",
        "\"Time (s)\",\"op\",\"lba\",\"size\"\n\"0.5\",\"R\",\"16\",\"4096\"\n1.5,W,0,512\n2,D,0,4096",
        // As bpftrace prints the kernel's own letters.
        "time_ns,rwbs,sector,bytes\n500000000,RAM,16,4096\n1500000000,WSM,0,512\n2000000000,DS,0,4096\n3000000000,FF,0,0\n",
        "comment,op,offset,time,size\nhello,R,8192,0.5,4096\n,W,0,1.5,512\nx,D,0,2,4096\n",
    ];
    for table in tables {
        let (records, summary) = read(table).unwrap_or_else(|error| panic!("{table}: {error:?}"));
        assert_eq!((summary.format, short(&records)), (Format::Csv, expected.to_vec()), "{table}");
        assert_eq!(summary.duration_s, 1.0, "{table}");
    }
}

#[test]
fn csv_volumes_are_part_of_the_key() {
    let table = "host,disk,op,offset,size\na,0,R,0,4096\nb,0,R,0,4096\na,1,R,0,4096\na,0,R,0,4096\n";
    let results = lab(table.as_bytes(), 100).unwrap();
    assert_eq!((results.summary.volumes, results.distinct_blocks, results.policies[0].hits), (3, 3, 1));
}

#[test]
fn a_header_with_one_name_too_many_is_refused_never_shifted() {
    let rows = "0.5,R,8192,4096\n".repeat(10);
    let Err(TraceError::TooManyBadLines { first, bad_lines, .. }) = read(format!("time,op,offset,size,x\n{rows}"))
    else {
        panic!("it was read");
    };
    assert_eq!((bad_lines, first.len()), (10, 10));
    assert_eq!((first[0].line, first[0].column, first[0].problem), (2, 4, Problem::FieldCount));
    assert!(read(format!("time,op,offset\n{rows}")).is_err());
}

#[test]
fn a_table_without_a_header_is_told_so() {
    assert_eq!(read("0.5,R,8192,x\n1.5,W,0,y\n").unwrap_err(), TraceError::NoHeader { columns: 4 });
    assert_eq!(read("time,op,size\n1,R,4096\n").unwrap_err(), TraceError::NoAddressColumn);
}

#[test]
fn a_table_without_sizes_counts_one_block_a_record_and_says_so() {
    let results = lab(b"op,offset\nR,0\nR,4095\nW,4096\n", 100).unwrap();
    assert_eq!((results.requests, results.distinct_blocks, results.summary.bytes), (3, 2, 12_288));
    assert_eq!(results.summary.notes, [Note::NoSizes]);
}

#[test]
fn ids_are_objects_in_decimal_or_hexadecimal() {
    let (records, summary) = read("1\n18446744073709551615\r\n0xff\n\n# a comment\n1").unwrap();
    assert_eq!((summary.format, summary.objects), (Format::Ids, true));
    assert_eq!(records.iter().map(|record| record.start).collect::<Vec<_>>(), [1, u64::MAX, 255, 1]);
    let (records, summary) = read("size,obj_id\n10,5\n20,6\n").unwrap();
    assert_eq!((records[1].start, summary.objects, summary.format), (6, true, Format::Csv));
}

#[test]
fn a_request_that_spans_blocks_touches_each_and_overlaps_hit() {
    // 4 KiB blocks: 0 to 8191 is two, 4095 to 4096 is both again, 8191 to 8192 is the second and a third.
    let results = lab(b"op,offset,size\nR,0,8192\nR,4095,2\nR,8191,2\n", 100).unwrap();
    assert_eq!((results.summary.records, results.requests, results.policies[0].hits), (3, 6, 3));
}

#[test]
fn a_trim_drops_the_blocks() {
    let results = lab(b"op,offset,size\nR,0,8192\nD,0,4096\nR,0,8192\n", 100).unwrap();
    assert_eq!((results.requests, results.policies[0].hits, results.summary.trims), (4, 1, 1));
}

#[test]
fn offsets_above_2_to_53_stay_apart() {
    let a = (1u64 << 53) + 4096;
    let table = format!("op,offset,size\nR,{a},4096\nR,{},4096\nR,{a},4096\n", a + 4096);
    let results = lab(table.as_bytes(), 100).unwrap();
    assert_eq!((results.distinct_blocks, results.policies[0].hits), (2, 1));
}

#[test]
fn compressed_traces_give_exactly_what_the_plain_ones_give_in_chunks_of_any_size() {
    let mut text = String::from("time,op,offset,size\n");
    for i in 0..3000u64 {
        text += &format!("{}.5,{},{},4096\n", i, if i % 3 == 0 { 'W' } else { 'R' }, i * 7919 % 500 * 4096);
    }
    let plain = text.as_bytes();
    let (expected, summary) = read(plain).unwrap();
    let (a, b) = plain.split_at(plain.len() / 3);
    let packed = [
        ("gzip", gzip(plain)),
        ("gzip members", [gzip(a), gzip(b"" as &[u8]), gzip(b)].concat()),
        ("zstd", zstd(plain)),
        ("zstd frames", [zstd(a), zstd(b)].concat()),
        ("skippable frames", [skippable(), zstd(a), skippable(), zstd(b), skippable()].concat()),
        ("plain", plain.to_vec()),
    ];
    for (name, data) in packed {
        for chunk in [1, 2, 3, 5, 127, 4096, 1 << 20] {
            let (records, found) = read_in(None, &data, chunk).unwrap_or_else(|e| panic!("{name}, {chunk}: {e:?}"));
            assert_eq!(records, expected, "{name} in chunks of {chunk}");
            assert_eq!((found.bytes, found.lines), (summary.bytes, summary.lines), "{name}");
        }
    }
}

#[test]
fn cut_and_damaged_compression_is_named_as_such() {
    let text = "op,offset,size\n".to_owned() + &(0..5000).map(|i| format!("R,{},4096\n", i * 4096)).collect::<String>();
    for packed in [gzip(text.as_bytes()), zstd(text.as_bytes())] {
        for cut in [5, 12, packed.len() / 2, packed.len() - 1] {
            let error = read(&packed[..cut]).unwrap_err();
            assert_eq!(error, TraceError::TruncatedCompression, "cut at {cut} of {}", packed.len());
        }
        let mut damaged = packed.clone();
        let middle = damaged.len() / 2;
        for byte in &mut damaged[middle..middle + 8] {
            *byte ^= 0x55;
        }
        let error = read(&damaged).unwrap_err();
        let named = matches!(error, TraceError::DamagedCompression { .. } | TraceError::TruncatedCompression);
        assert!(named, "{error:?}");
    }
}

#[test]
fn chunks_cut_anywhere_give_the_same_in_every_format() {
    let traces = [
        FIO_2.as_bytes().to_vec(),
        BLKPARSE.as_bytes().to_vec(),
        b"1,usr,0,Read,0,4096,1\r\n2,usr,0,Write,4096,4096,1".to_vec(),
        oracle(&[1, 2, 3, 2, 1]),
        b"5\n6\n7".to_vec(),
    ];
    for trace in traces {
        let expected = read(&trace).unwrap().0;
        for chunk in [1, 3, 23, 24, 25] {
            assert_eq!(read_in(None, &trace, chunk).unwrap().0, expected);
        }
    }
}

#[test]
fn one_bad_line_in_a_hundred_is_skipped_and_two_refuse_the_file() {
    let good = "R,0,4096\n".repeat(99);
    let (records, summary) = read(format!("op,offset,size\n{good}R,x,4096\n")).unwrap();
    assert_eq!((records.len(), summary.bad_lines), (99, 1));
    let bad = summary.first_bad[0];
    assert_eq!((bad.line, bad.column, bad.problem), (101, 2, Problem::NotANumber));
    assert!(matches!(
        read(format!("op,offset,size\n{good}R,x,4096\nQ,0,4096\n")),
        Err(TraceError::TooManyBadLines { bad_lines: 2, lines: 102, .. })
    ));
}

#[test]
fn the_replay_equals_feeding_the_policy_by_hand() {
    let ids: Vec<u64> = (0..20_000u64).map(|i| (i * i) % 997).collect();
    let text: String = ids.iter().map(|id| format!("{id}\n")).collect();
    for &kind in PolicyKind::ALL {
        if kind == PolicyKind::Belady {
            continue;
        }
        let mut lab = Lab::new(Options { runs: vec![Run { policy: kind, size: 300 }], ..Options::default() });
        lab.feed(text.as_bytes()).unwrap();
        let hits = lab.finish().unwrap().policies[0].hits;
        let mut policy = AnyPolicy::new(kind, 300);
        assert_eq!(hits, ids.iter().filter(|&&id| policy.access(id).hit).count() as u64, "{kind}");
    }
}
