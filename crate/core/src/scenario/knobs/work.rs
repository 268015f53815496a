//! Knobs of the workloads, one table a kind.

use super::{
    Fallback::{Choice, Flag, Number, Required, Whole},
    Form, Knob,
};
use crate::catalog::Table;

const KIND: Knob = Knob::choice(
    "kind",
    &["file-copy", "block", "metadata", "rebuild", "mix", "trace"],
    Required,
    "What sort of work; a preset says it, too.",
);

const FILES: Knob = Knob::whole("files", 1, 1_000_000_000, Required, "How many files.").log().usual(1.0, 1_000_000.0);

#[rustfmt::skip] // A table reads as a table.
pub(super) static FILE_COPY: [Knob; 10] = [
    KIND,
    Knob::preset(Table::Workloads),
    Knob::label(),
    Knob::choice("direction", &["read", "write", "duplicate"], Choice("read"), "From the NAS, to it, or within it."),
    FILES,
    Knob::whole("mean_file_bytes", 1, 1_000_000_000_000_000, Required, "Mean size of a file.").unit("bytes").log().usual(1000.0, 1e11),
    Knob::number("size_sigma", 0.0, 5.0, Number(0.0), "Spread of the sizes: sigma of a log-normal law; 0: all alike.").step(0.1).usual(0.0, 3.0),
    Knob::whole("directories", 1, 100_000_000, Whole(1), "How many directories the files lie in.").log().usual(1.0, 100_000.0),
    Knob::flag("in_nas_ram", Flag(false), "Reading: the files are already in the NAS's page cache."),
    Knob::whole("parallel", 1, 1024, Whole(1), "Files in flight at once, beyond the tool's own habit.").log().usual(1.0, 64.0),
];

#[rustfmt::skip]
pub(super) static BLOCK: [Knob; 14] = [
    KIND,
    Knob::preset(Table::Workloads),
    Knob::label(),
    Knob::choice("pattern", &["random", "sequential"], Choice("random"), "Where the next access goes."),
    Knob::whole("block_bytes", 1, 1 << 30, Whole(4096), "Size of an access.").unit("bytes").log().usual(512.0, 16_777_216.0),
    Knob::number("read_percent", 0.0, 100.0, Number(100.0), "Share of reads among the accesses.").unit("%"),
    Knob::whole("threads", 1, 1024, Whole(1), "Per client; in flight at once are threads times queue depth.").log().usual(1.0, 64.0),
    Knob::whole("queue_depth", 1, 4096, Whole(1), "Accesses that a thread has in flight.").log().usual(1.0, 256.0),
    Knob::number("working_set_gb", 0.0001, 1_000_000.0, Number(10.0), "How much is touched; 10 GB is more than the RAM of many NAS systems.").unit("GB").log().usual(0.1, 20_000.0),
    Knob::new("skew", Form::Skew, Choice("uniform"), "Which blocks are touched more often: uniform, {\"zipf\": 0.9}, or {\"hot_percent\": 10, \"hot_accesses_percent\": 90}."),
    Knob::flag("direct", Flag(true), "Bypasses the client's own cache; otherwise the client buffers up to its RAM."),
    Knob::flag("end_sync", Flag(false), "Buffered: one flush at the end belongs to the time."),
    Knob::flag("sync", Flag(false), "Every write is durable before it is answered."),
    Knob::number("duration_s", 0.1, 1_000_000.0, Number(60.0), "How long it goes on.").unit("s").log().usual(1.0, 3600.0),
];

#[rustfmt::skip]
pub(super) static SKEW: [Knob; 3] = [
    Knob::number("zipf", 0.0, 5.0, Required, "The block of rank r is touched in proportion to 1/r^zipf.").step(0.05).usual(0.0, 2.0),
    Knob::number("hot_percent", 0.001, 100.0, Required, "Share of the blocks that is hot.").unit("%").usual(1.0, 100.0),
    Knob::number("hot_accesses_percent", 0.0, 100.0, Required, "Share of the accesses that goes there.").unit("%"),
];

#[rustfmt::skip]
pub(super) static METADATA: [Knob; 5] = [
    KIND,
    Knob::preset(Table::Workloads),
    Knob::label(),
    Knob::choice("operation", &["create", "open", "remove"], Choice("create"), "What happens to each file."),
    FILES_WITH_DEFAULT,
];

/// Unlike a copy, a row of operations has a rate that its length hardly changes.
const FILES_WITH_DEFAULT: Knob = {
    let mut knob = FILES;
    knob.fallback = Whole(10_000);
    knob
};

pub(super) static REBUILD: [Knob; 3] = [KIND, Knob::preset(Table::Workloads), Knob::label()];

#[rustfmt::skip]
pub(super) static MIX: [Knob; 4] = [
    KIND,
    Knob::preset(Table::Workloads),
    Knob::label(),
    Knob::new("parts", Form::Parts, Required, "File copies, block I/O and metadata operations at once, each with a weight."),
];

#[rustfmt::skip]
pub(super) static PART_WEIGHT: Knob =
    Knob::number("weight", 0.001, 1_000_000.0, Number(1.0), "Share of this part, in relation to the others.").step(0.5).log().usual(0.1, 100.0);

#[rustfmt::skip]
pub(super) static TRACE: [Knob; 4] = [
    KIND,
    Knob::label(),
    Knob::choice("format", &["fio-iolog", "msr-csv", "blkparse", "oracle-general", "csv"], Choice("fio-iolog"), "How the records are written."),
    Knob::new("records", Form::Text { max: 1 << 20 }, super::Fallback::Nothing, "The recorded I/O as text, where it is short; otherwise page and command line pass it beside the document.").null_refused(),
];
