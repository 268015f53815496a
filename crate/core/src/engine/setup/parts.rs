//! The parts of a run: what its clients do, as many streams as fit the budget.

use std::collections::BTreeMap;

use super::{Budget, MIB, MOST_CHUNKS, Setup};
use crate::engine::clients::{Part, Stream, Task};
use crate::engine::world::Connection;
use crate::model::network::LARGEST_WINDOW;
use crate::report::Effort;
use crate::scenario::{
    Block, ClientOs, Direction, FileCopy, Operation, Pattern, ProtocolKind, Scenario, Skew, SyncMode, UniformSkew,
    Workload,
};

/// Most pieces of files under way at once.
const MOST_PIECES: u64 = 32_768;

/// Fewest that remain of many where each is cut into very many pieces: enough to keep every drive busy.
const LEAST_IN_FLIGHT: u64 = 16;

/// Longest place of a copy's files on the volume, bytes: above all that people store, far below where sums overflow.
const LARGEST_SPAN: f64 = (1_u64 << 50) as f64;

/// Longest access that is simulated as one, bytes: beyond what protocols, elevators and drives handle as one.
const LARGEST_BLOCK: u64 = 16 * MIB;

/// Simulated files for each of several streams, so that the one that ends last says little.
const FILES_A_STREAM: u64 = 4;

/// One workload before scaling.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    Block(Block),
    Files(FileCopy),
    /// A copy whose time includes the final flush.
    Flushed(FileCopy),
    Metadata(Operation, u64),
}

impl Piece {
    pub(super) fn copy(&self) -> Option<&FileCopy> {
        match self {
            Self::Files(copy) | Self::Flushed(copy) => Some(copy),
            _ => None,
        }
    }
}

pub(super) fn pieces(workload: &Workload, weight: f64, out: &mut Vec<(f64, Piece)>) {
    match workload {
        Workload::Block(block) => out.push((weight, Piece::Block(block.clone()))),
        Workload::FileCopy(copy) => out.push((weight, Piece::Files(copy.clone()))),
        Workload::Metadata(metadata) => out.push((weight, Piece::Metadata(metadata.operation, metadata.files))),
        Workload::Mix(mix) => {
            for part in &mix.parts {
                pieces(&part.workload, weight * part.weight, out);
            }
        }
        Workload::Rebuild(_) | Workload::Trace(_) => {}
    }
}

/// A buffered block test that ends with a flush is a copy of one file.
pub(super) fn as_copy(block: &Block, local: bool) -> Option<FileCopy> {
    let writes = block.read_percent <= 0.0;
    (block.end_sync && !block.direct && writes && local && block.pattern == Pattern::Sequential).then_some(FileCopy {
        preset: None,
        label: None,
        direction: Direction::Write,
        files: 1,
        mean_file_bytes: (block.working_set_gb * 1e9) as u64,
        size_sigma: 0.0,
        directories: 1,
        in_nas_ram: false,
        parallel: 1,
    })
}

impl Setup {
    pub(super) fn add_parts(&mut self, scenario: &Scenario, list: &[(f64, Piece)], budget: &Budget, clients: u64) {
        let smallest = list.iter().map(|(weight, _)| *weight).fold(f64::INFINITY, f64::min).max(1e-9);
        let mut base = 0;
        let mut wanted = Vec::new();
        for (weight, piece) in list {
            let copies = if list.len() > 1 { (weight / smallest).round().clamp(1.0, 16.0) as u64 } else { 1 };
            let (part, slots) = match piece {
                Piece::Block(block) => self.block_part(scenario, block, budget, clients),
                Piece::Files(copy) => self.files_part(copy, scenario, budget, clients, list.len() > 1),
                Piece::Flushed(copy) => {
                    let (mut part, slots) = self.files_part(copy, scenario, budget, clients, list.len() > 1);
                    part.sync_on_close = true;
                    (part, slots)
                }
                Piece::Metadata(operation, files) => self.metadata_part(*operation, *files, clients, list.len() > 1),
            };
            let mut part = part;
            part.base = base;
            base += part.span.div_ceil(MIB) * MIB;
            self.world.parts.push(part);
            wanted.push(slots * copies * clients);
        }
        let all: u64 = wanted.iter().sum();
        let chunks = self.chunks_of_a_request();
        // Of a mix folded further than that, the parts with few slots would be most.
        let most_in_flight = if list.len() > 1 { Budget::of(Effort::Full).in_flight } else { budget.in_flight };
        let most = (MOST_CHUNKS / chunks / 10).clamp(LEAST_IN_FLIGHT, most_in_flight);
        self.folded = (all as f64 / most as f64).max(1.0);
        for (index, wanted) in wanted.iter().enumerate() {
            self.add_streams(scenario, index as u32, *wanted / clients, clients);
        }
        self.folded = all as f64 / self.world.streams.len().max(1) as f64;
        // Tiny requests in large windows would be millions.
        let each = (MOST_PIECES / self.world.streams.len().max(1) as u64).max(1);
        for part in &mut self.world.parts {
            part.window = part.window.min(each * part.block_bytes);
        }
        // The first slot of each client and part keeps the read-ahead of a shared cursor.
        let lanes: Vec<(u32, u32)> = self.world.streams.iter().map(|s| (s.part, s.client)).collect();
        for i in 0..lanes.len() {
            let lane = lanes.iter().position(|other| *other == lanes[i]).unwrap_or(i);
            let part = &self.world.parts[lanes[i].0 as usize];
            let shared = part.task == Task::Block && part.pattern == Pattern::Sequential;
            let stream = &mut self.world.streams[i];
            stream.shared = shared;
            stream.lane = lane as u32;
            if shared {
                stream.read_limit = u64::MAX / 2;
            }
        }
    }

    pub(super) fn add_streams(&mut self, scenario: &Scenario, part: u32, slots: u64, clients: u64) {
        let remote = self.world.plant.talk.path.is_some();
        let task = self.world.parts[part as usize].task;
        let block = task == Task::Block;
        let threads = match &scenario.workload {
            Workload::Block(block) => u64::from(block.threads.max(1)),
            _ => slots,
        };
        let channels = match scenario.network.bonding {
            crate::scenario::Bonding::SmbMultichannel => u64::from(scenario.network.links.max(1)),
            _ => 1,
        };
        let per_client = if self.world.parts[part as usize].bare {
            // Each bare stream is a connection.
            threads.min(slots)
        } else if remote {
            // A client talks over one connection, or over as many as it was told to open.
            (u64::from(scenario.protocol.connections.max(1)) * channels).min(slots.max(channels))
        } else if block {
            // Each local thread is a process of its own; asynchronous slots of one thread share it.
            threads.min(slots)
        } else {
            slots
        };
        let links = self.world.uplinks.len() as u64;
        // Every n-th slot stays, so that all clients and parts keep their share, and each part at least one.
        let kept = ((slots * clients) as f64 / self.folded).round().max(1.0);
        let mut connections: BTreeMap<(u64, u64), u32> = BTreeMap::new();
        let (mut last, mut turn) = (0, 0);
        for k in 0..kept as u64 {
            let client = ((k as f64 * (slots * clients) as f64 / kept) as u64 / slots).min(clients - 1);
            turn = if client == last { turn } else { 0 };
            last = client;
            let lane = turn % per_client;
            turn += 1;
            let world = &mut self.world;
            let connection = *connections.entry((client, lane)).or_insert_with(|| {
                let link = ((client + lane) % links) as usize;
                world.connections.push(Connection { link, ..Connection::default() });
                (world.connections.len() - 1) as u32
            });
            world.streams.push(Stream { part, client: client as u32, connection, ..Stream::default() });
        }
    }

    /// Pieces that the longest request is cut into on the drives.
    pub(super) fn chunks_of_a_request(&self) -> u64 {
        let chunk = self.world.layout.chunk().max(1);
        self.world.parts.iter().map(|part| part.block_bytes / chunk + 1).max().unwrap_or(1)
    }

    pub(super) fn block_part(&self, scenario: &Scenario, block: &Block, budget: &Budget, clients: u64) -> (Part, u64) {
        let plant = &self.world.plant;
        let remote = plant.talk.path.is_some();
        let bare = scenario.protocol.kind == ProtocolKind::Tcp;
        let mut bytes = block.block_bytes.max(512);
        let mut slots = u64::from(block.threads.max(1)) * u64::from(block.queue_depth.max(1));
        let sequential = block.pattern == Pattern::Sequential;
        let buffered_client = !block.direct && remote && scenario.client.os != ClientOs::Windows && !bare;
        let writes = block.read_percent < 50.0;
        // A write past an NFS client's cache is answered when it is durable: one request is sent as stable, several end with a
        // COMMIT. An asynchronous export answers either at once.
        let stable = scenario.protocol.kind == ProtocolKind::Nfs && block.direct && !scenario.protocol.async_io;
        if bare {
            bytes = plant.talk.io_bytes;
            // A stream keeps a full window under way.
            slots = u64::from(block.threads.max(1)) * (LARGEST_WINDOW as u64).div_ceil(bytes);
        } else if buffered_client && sequential {
            // The client's page cache gathers small calls into the protocol's largest requests.
            bytes = bytes.max(plant.talk.io_bytes.min(MIB));
            slots = (plant.talk.window_bytes / bytes).max(u64::from(block.threads.max(1)));
        } else if buffered_client && writes {
            // Write-back of the client's page cache keeps many pages in flight (NFS: 64 slots).
            slots = slots.max(64);
        } else if !block.direct && !remote {
            // Buffered calls are synchronous, whatever queue depth is asked for.
            slots = u64::from(block.threads.max(1));
        }
        if bytes > LARGEST_BLOCK {
            // A longer access is as many parts under way at once.
            slots *= bytes.div_ceil(LARGEST_BLOCK);
            bytes = LARGEST_BLOCK;
        }
        let span_real = (block.working_set_gb * 1e9).max(bytes as f64);
        let per_drive_room = scenario.drives.capacity_tb * 1e12 * self.world.layout.data_columns() as f64;
        let span = (span_real.min(per_drive_room.max(bytes as f64)) as u64 / bytes).max(1) * bytes;
        let blocks_real = (span / bytes).max(1);
        let blocks = blocks_real.min(budget.blocks);
        let stride = (span / blocks / bytes).max(1) * bytes;
        let resident = span as f64 <= plant.page_cache_bytes && !bare;
        let part = Part {
            task: Task::Block,
            pattern: block.pattern,
            block_bytes: bytes,
            read_share: block.read_percent / 100.0,
            skew: block.skew,
            sync: (block.sync || stable) && scenario.volume.sync != SyncMode::Disabled
                || scenario.volume.sync == SyncMode::Always,
            bare,
            resident,
            base: 0,
            span,
            blocks,
            block_stride: stride,
            cursors: (0..clients).map(|client| span / clients * client / bytes * bytes).collect(),
            window: bytes,
            files_left: 0,
            file_bytes: 0.0,
            size_sigma: 0.0,
            sizes: Vec::new(),
            overhead_scale: 1.0,
            files_started: 0,
            accesses: 0.0,
            sync_on_close: false,
            copy_shift: 0,
        };
        (part, slots.max(1))
    }

    pub(super) fn files_part(
        &self,
        copy: &FileCopy,
        scenario: &Scenario,
        budget: &Budget,
        clients: u64,
        endless: bool,
    ) -> (Part, u64) {
        let connections = scenario.protocol.connections.max(1);
        let plant = &self.world.plant;
        let total = copy.files.max(1).saturating_mul(clients);
        let wanted = total as f64 * self.scale;
        // A pipelining tool (rsync) has several files on the way over each connection.
        let pipelined = if plant.file.dependent { 1 } else { 8 * u64::from(connections) };
        let slots = u64::from(copy.parallel.max(1)) * pipelined;
        let streams = (slots * clients).min(budget.in_flight);
        let mut simulated = (wanted.round() as u64).clamp(1, total);
        if streams > 1 && simulated < total {
            // As many for each stream: where one would be left over, it would say more than it does among many.
            let each = (simulated.max(FILES_A_STREAM * streams)).div_ceil(streams);
            simulated = (each * streams).min(total);
        }
        // Where one simulated file stands for a part of a larger one, its fixed costs shrink with it.
        let share = (wanted / simulated as f64).min(1.0);
        let file_bytes = copy.mean_file_bytes as f64 * share;
        let reading = copy.direction != Direction::Write;
        // Read again from its beginning, what is larger than memory has lost each file by the time that its turn comes.
        let fits = copy.files as f64 * copy.mean_file_bytes as f64 <= plant.page_cache_bytes;
        let resident = copy.in_nas_ram && reading && fits;
        let span_files = if endless { 64.0 } else { simulated as f64 * 1.5 + 4.0 };
        let wanted_span = (file_bytes.max(4096.0) + 8192.0) * span_files * libm::exp(copy.size_sigma);
        // Files lie where there is room: what goes beyond the drives begins again at their start.
        let span = wanted_span.min(LARGEST_SPAN) as u64 / MIB * MIB + 4 * MIB;
        let accesses = if plant.talk.path.is_none() && plant.talk.usb_bytes_per_s.is_none() && copy.files == 1 {
            0.0
        } else if reading {
            // Small neighbours come with one access.
            let cluster = copy.mean_file_bytes as f64 / plant.cluster_bytes;
            let copied = if copy.direction == Direction::Duplicate { plant.accesses_file_write } else { 0.0 };
            (plant.accesses_file_read + copied) * cluster.min(1.0) * share
        } else {
            plant.accesses_file_write * share
        };
        let whole = if copy.direction == Direction::Duplicate { 2 * span } else { span };
        let part = Part {
            task: Task::Files(copy.direction),
            pattern: Pattern::Sequential,
            block_bytes: plant.talk.io_bytes,
            read_share: 1.0,
            skew: Skew::Uniform(UniformSkew::Uniform),
            sync: false,
            bare: false,
            resident,
            base: 0,
            span: whole,
            blocks: 1,
            block_stride: 1,
            cursors: vec![0],
            window: plant.talk.window_bytes,
            files_left: if endless { u64::MAX / 2 } else { simulated },
            file_bytes,
            size_sigma: copy.size_sigma,
            sizes: if endless || copy.size_sigma <= 0.0 {
                Vec::new()
            } else {
                shares_of_sizes(copy.size_sigma, simulated as usize)
            },
            overhead_scale: share,
            files_started: 0,
            accesses,
            sync_on_close: plant.talk.sync_on_close,
            copy_shift: span,
        };
        (part, slots)
    }

    pub(super) fn metadata_part(&self, operation: Operation, files: u64, clients: u64, endless: bool) -> (Part, u64) {
        let plant = &self.world.plant;
        let simulated = (files.max(1).saturating_mul(clients) as f64 * self.scale).round().max(1.0) as u64;
        let part = Part {
            task: Task::Metadata(operation),
            pattern: Pattern::Sequential,
            block_bytes: 4096,
            read_share: 1.0,
            skew: Skew::Uniform(UniformSkew::Uniform),
            sync: false,
            bare: false,
            resident: false,
            base: 0,
            span: 1 << 30,
            blocks: 1,
            block_stride: 1,
            cursors: vec![0],
            window: 4096,
            files_left: if endless { u64::MAX / 2 } else { simulated },
            file_bytes: 0.0,
            size_sigma: 0.0,
            sizes: Vec::new(),
            overhead_scale: 1.0,
            files_started: 0,
            // Inodes share blocks: one access fetches the neighbours of a directory too.
            accesses: if operation == Operation::Open {
                0.1 * plant.accesses_file_read
            } else {
                0.5 * plant.accesses_file_write
            },
            sync_on_close: plant.talk.sync_on_close,
            copy_shift: 0,
        };
        (part, 1)
    }
}

/// Sizes of `count` files in units of their mean, log-normal with this sigma: the means of as many equally likely parts
/// of the distribution, largest first. Few files so have the mean of many, and the longest does not come last.
fn shares_of_sizes(sigma: f64, count: usize) -> Vec<f64> {
    let below = |z: f64| 0.5 * libm::erfc(-z * core::f64::consts::FRAC_1_SQRT_2);
    // The normal quantile by halving: a few hundred at set-up, and exact.
    let quantile = |p: f64| {
        let (mut low, mut high) = (-9.0, 9.0);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if below(middle) < p { low = middle } else { high = middle }
        }
        0.5 * (low + high)
    };
    // Up to a quantile z lies the share below(z - sigma) of all bytes.
    let bytes_below = |k: usize| match k {
        0 => 0.0,
        k if k == count => 1.0,
        k => below(quantile(k as f64 / count as f64) - sigma),
    };
    (0..count).rev().map(|k| (bytes_below(k + 1) - bytes_below(k)) * count as f64).collect()
}

#[cfg(test)]
mod tests {
    use super::shares_of_sizes;

    #[test]
    fn sizes_of_few_files_have_the_mean_and_the_order_of_many() {
        for (sigma, count) in [(0.5, 1), (1.0, 7), (3.0, 320)] {
            let sizes = shares_of_sizes(sigma, count);
            assert!((sizes.iter().sum::<f64>() / count as f64 - 1.0).abs() < 1e-9);
            assert!(sizes.windows(2).all(|pair| pair[0] >= pair[1]) && sizes[count - 1] >= 0.0);
        }
        // Half of the files of sigma 1 hold normal(-1) = 15.9 % of the bytes.
        let halves = shares_of_sizes(1.0, 2);
        assert!((halves[1] - 2.0 * 0.158_655).abs() < 1e-5, "{halves:?}");
    }
}
