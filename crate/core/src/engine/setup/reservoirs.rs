//! What a scale model begins with: where its data lies, what memory and the SSD cache hold.

use nas_forecast_cache::{AnyPolicy, PolicyKind, WriteBack};

use super::{Budget, DIRTY_WINDOWS, MIB, Setup};
use crate::engine::clients::Task;
use crate::engine::random::Stream as Random;
use crate::engine::tier::Tier;
use crate::model::drive::{Drive, DriveTunables};
use crate::scenario::{CacheMode, CachePolicy, Pattern, Scenario};

/// ZFS's indirect blocks: 128 KiB of 128-byte pointers, which lz4 compresses to about two fifths.
const POINTERS_IN_A_BLOCK: f64 = 1024.0;
const INDIRECT_BLOCK_BYTES: f64 = 0.4 * 128.0 * 1024.0;

fn policy(policy: CachePolicy) -> PolicyKind {
    match policy {
        CachePolicy::Lru => PolicyKind::Lru,
        CachePolicy::Fifo => PolicyKind::Fifo,
        CachePolicy::Clock => PolicyKind::Clock,
        CachePolicy::Lfu => PolicyKind::Lfu,
        CachePolicy::Slru => PolicyKind::Slru,
        CachePolicy::TwoQ => PolicyKind::TwoQ,
        CachePolicy::Arc => PolicyKind::Arc,
        CachePolicy::S3Fifo => PolicyKind::S3Fifo,
        CachePolicy::Sieve => PolicyKind::Sieve,
        CachePolicy::WTinyLfu => PolicyKind::WTinyLfu,
        // The bound needs the future, which a live system has not: the best online stand-in.
        CachePolicy::Belady => PolicyKind::WTinyLfu,
    }
}

impl Setup {
    /// The touched data lies around the scenario's position on every drive.
    pub(super) fn place_on_drives(&mut self, scenario: &Scenario) {
        let world = &mut self.world;
        let span: u64 = world.parts.iter().map(|part| part.base + part.span).max().unwrap_or(0);
        let per_drive = span / world.layout.data_columns().max(1) + 64 * MIB;
        let capacity = (scenario.drives.capacity_tb * 1e12) as u64;
        let middle = (capacity as f64 * scenario.volume.position_percent / 100.0) as u64;
        let room = capacity.saturating_sub(per_drive + per_drive / 2);
        world.drive_base = middle.saturating_sub(per_drive / 2).min(room) / 4096 * 4096;
        world.memory.allocation = span.div_ceil(world.layout.row_bytes().max(1)) * world.layout.row_bytes().max(1);
    }

    pub(super) fn fill_memory(&mut self, budget: &Budget) {
        let finite = self.finite;
        let world = &mut self.world;
        let limit = world.plant.dirty_limit_bytes;
        let block = world.parts.iter().map(|part| part.block_bytes).max().unwrap_or(4096);
        let in_flight = world.streams.len() as u64;
        let (limit, density) = if finite {
            let mut scaled = (limit * self.scale).max(4.0 * block as f64);
            if limit < self.total_bytes {
                scaled = scaled.max((DIRTY_WINDOWS * world.plant.talk.window_bytes as f64).min(limit));
            }
            (scaled, 1.0)
        } else {
            let pages = (limit / block as f64).max(4.0);
            // Runs in flight must not be a large part of what may be dirty.
            let streams = world.parts.iter().any(|part| part.pattern == Pattern::Sequential);
            let runs = if streams { 24 * world.plant.writeback_bytes / block } else { 0 };
            let simulated = pages.min((budget.pages.max(2 * in_flight).max(runs)) as f64);
            (simulated * block as f64, pages / simulated)
        };
        world.memory.limit = limit as u64;
        std::mem::swap(&mut world.random_blocks, &mut world.random_filling);
        // Linux begins to write back at half of the hard limit (10 and 20 %).
        world.memory.background = (limit * 0.5) as u64;
        world.memory.density = density.max(1.0);
        if world.layout.record() > 0 {
            // A transaction group writes every indirect block that it touches once: all of them where records are many.
            let span = world.parts.iter().map(|part| part.span).max().unwrap_or(0) as f64;
            let group = world.plant.dirty_limit_bytes.max(1.0);
            let share = (span / (POINTERS_IN_A_BLOCK * group)).min(1.0);
            world.memory.indirect_bytes = (INDIRECT_BLOCK_BYTES * share) as u64 / 4096 * 4096;
        }
        for index in 0..world.parts.len() {
            let part = world.parts[index].clone();
            if part.task != Task::Block || part.bare {
                continue;
            }
            if part.pattern == Pattern::Sequential {
                if part.read_share < 1.0 && !world.plant.talk.write_through && !part.sync {
                    // What the stream has written of what it has just passed: all, or a block here and there.
                    let (end, most) = (part.base + part.span, world.memory.background.min(part.span / 2));
                    let (mut start, mut held) = (end, 0);
                    if part.read_share == 0.0 {
                        let bytes = most / part.block_bytes * part.block_bytes;
                        held = world.memory.runs.insert(end - bytes, bytes);
                    }
                    while held + part.block_bytes <= most && start > end - part.span / 2 {
                        start -= part.block_bytes;
                        if world.random_filling.unit() >= part.read_share {
                            held += world.memory.runs.insert(start, part.block_bytes);
                        }
                    }
                    world.memory.dirty += held;
                }
                continue;
            }
            if !part.resident {
                let share = (world.plant.page_cache_bytes / part.span as f64).min(1.0);
                let capacity = ((part.blocks as f64 * share) as usize).max(1);
                let mut pages = WriteBack::new(AnyPolicy::new(PolicyKind::Lru, capacity));
                for _ in 0..capacity * 2 {
                    let block = world.random_block(index);
                    pages.access((part.base + block * part.block_stride) / part.block_bytes.max(1), false);
                }
                world.memory.pages = Some(pages);
            }
        }
        std::mem::swap(&mut world.random_blocks, &mut world.random_filling);
        // A steady state begins with what reservoirs hold while drives keep up: memory as much as it holds before anything
        // is written out of it, a drive, which begins at half and then empties its cache, half of that on average.
        world.fill_memory_up_to(world.memory.background);
        world.fill_drive_caches(0, 0.25);
    }

    /// Media caches of shingled disks as a long time of the clients' writes leaves them.
    pub fn fill_media_caches(&mut self) {
        let world = &mut self.world;
        let span: u64 = world.parts.iter().map(|part| part.base + part.span).max().unwrap_or(0);
        let block = world.parts.iter().map(|part| part.block_bytes).max().unwrap_or(4096);
        let (lowest, each) = (world.drive_base, span / world.layout.data_columns().max(1));
        for shingles in world.drives.iter_mut().filter_map(Drive::shingles_mut) {
            shingles.fill(lowest, lowest + each, block);
        }
    }

    pub(super) fn add_tier(&mut self, scaled: &Scenario, tunables: &DriveTunables, budget: &Budget, seed: u64) {
        let Some(cache) = &scaled.ssd_cache else { return };
        if cache.drives.count == 0 {
            return;
        }
        let world = &mut self.world;
        let drives: Vec<Drive> = (0..cache.drives.count).map(|i| Drive::cache(&cache.drives, tunables, i)).collect();
        let n = f64::from(cache.drives.count);
        let usable = match cache.raid {
            crate::scenario::CacheRaid::Raid1 => 1.0,
            crate::scenario::CacheRaid::Raid5 => (n - 1.0).max(1.0),
            _ => n,
        } * cache.drives.capacity_gb
            * 1e9;
        let part = &world.parts[0];
        let random = part.task == Task::Block && part.pattern == Pattern::Random;
        let unit = if random {
            part.block_stride.max(part.block_bytes)
        } else {
            (world.plant.readahead_bytes / 2).clamp(64 * 1024, MIB)
        };
        // Blocks of the policy stand for the sampled working set, which stands for the real one.
        let real_span: f64 = if self.finite { self.total_bytes.max(part.span as f64) } else { part.span as f64 };
        let blocks = (part.span / unit).clamp(1, budget.blocks);
        let capacity = (usable / real_span * blocks as f64).clamp(1.0, (4 * blocks + 64) as f64);
        let mut policy_blocks = WriteBack::new(AnyPolicy::new(policy(cache.policy), capacity as usize));
        let dirty_share = if cache.mode == CacheMode::ReadWrite { cache.dirty_percent / 100.0 } else { 0.0 };
        let fits = (capacity * (1.0 - dirty_share)).min(blocks as f64);
        let warm = (fits * cache.warm_percent / 100.0) as u64;
        // Other parts of a mix lie behind the first.
        let last = world.parts.iter().map(|part| part.base + part.span).max().unwrap_or(0);
        let ids = (last / unit + 1).min(budget.blocks.max(blocks));
        let mut random_stream = Random::new(seed, "cache");
        let mut filled = 0;
        let mut tries = 0;
        while filled < warm && tries < 64 * blocks {
            let id = if warm >= blocks { filled } else { random_stream.below(blocks) };
            let place = part.base + id * unit;
            policy_blocks.insert(place / unit % ids, false);
            filled = policy_blocks.len() as u64;
            tries += 1;
        }
        let foreign = (capacity * dirty_share) as u64;
        world.tier = Some(Tier {
            blocks: policy_blocks,
            unit,
            held_bytes: if random { unit.min(64 * 1024) } else { unit },
            ids,
            mode: cache.mode,
            raid: cache.raid,
            skip_sequential: cache.skip_sequential,
            threshold: (f64::from(cache.sequential_threshold_kib) * 1024.0 * self.scale.max(1e-3)) as u64,
            busy_at_start: vec![0; drives.len()],
            drives,
            foreign_dirty: foreign,
            destage_above: (capacity * 0.2) as u64,
            dirty_limit: (capacity * 0.95) as u64,
            destaging: 0,
            blocked: std::collections::VecDeque::new(),
            next_foreign: 0,
            turn: 0,
            warm_share: cache.warm_percent / 100.0,
            span: (cache.drives.capacity_gb * 0.9e9) as u64,
        });
    }
}
