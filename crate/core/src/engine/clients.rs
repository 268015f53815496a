//! What the clients do: streams that issue requests, one after the other or many at once.
//!
//! A *part* is one workload (a mix has several); its *streams* are the slots of a block test, the files in flight of a
//! copy, or one worker of a metadata test. A stream always waits for its own requests: the network is closed.

use super::calendar::Ns;
use super::storage::ReadAhead;
use super::world::{At, Op, Owner, Request, World, kind};
use crate::scenario::{Direction, Operation, Pattern, Skew};

/// What a part's streams do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Task {
    /// Block requests for ever.
    Block,
    /// Files, one after the other.
    Files(Direction),
    /// Metadata operations, one after the other.
    Metadata(Operation),
}

/// One workload of the run.
#[derive(Clone, Debug)]
pub struct Part {
    pub task: Task,
    pub pattern: Pattern,
    /// Block requests, or pieces of a file on the wire, bytes.
    pub block_bytes: u64,
    /// Share of reads, 0..1.
    pub read_share: f64,
    pub skew: Skew,
    /// Durable before the answer.
    pub sync: bool,
    /// Stores nothing (bare TCP).
    pub bare: bool,
    /// All of it is in the page cache.
    pub resident: bool,
    /// Its place on the volume, bytes.
    pub base: u64,
    /// Length of its place, bytes.
    pub span: u64,
    /// Blocks of the sampled working set, and the bytes from one to the next.
    pub blocks: u64,
    pub block_stride: u64,
    /// Next position of the sequential cursor of each client.
    pub cursors: Vec<u64>,
    /// Requests of one file in flight, bytes.
    pub window: u64,
    /// Files left to start, and the size of each, bytes.
    pub files_left: u64,
    pub file_bytes: f64,
    pub size_sigma: f64,
    /// Sizes of the files to come in units of the mean, in their order; empty: drawn one by one.
    pub sizes: Vec<f64>,
    /// Fixed times per file are multiplied by this where one file stands for a part of a larger one.
    pub overhead_scale: f64,
    pub files_started: u64,
    /// Dependent disk accesses per file.
    pub accesses: f64,
    /// Durable at close.
    pub sync_on_close: bool,
    /// Duplicates: from a file's place to its copy's, bytes.
    pub copy_shift: u64,
}

/// Where a file stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Tool and round trips before the data.
    #[default]
    Opening,
    /// Looking for the data on the drives.
    Metadata,
    /// Data moves.
    Data,
    /// Waiting for the drives' caches.
    Committing,
}

/// A stream.
#[derive(Clone, Debug, Default)]
pub struct Stream {
    pub part: u32,
    pub client: u32,
    pub connection: u32,
    pub ahead: ReadAhead,
    /// Position up to which there is something to read.
    pub read_limit: u64,
    /// Uses another stream's read-ahead: the slots of one sequential cursor.
    pub shared: bool,
    pub lane: u32,
    pub phase: Phase,
    pub file_start: u64,
    pub file_bytes: u64,
    pub file_issued: u64,
    pub file_done: u64,
    pub in_flight: u64,
    pub file_since: Ns,
    pub mark: Ns,
    pub accesses_left: u32,
    pub commit_steps: u32,
    pub running: bool,
}

/// Chance that a metadata access finds its block near the last one: inodes of one directory lie together.
const METADATA_SPAN: u64 = 512 * 1024 * 1024;

impl World {
    /// Lets every stream begin.
    pub fn start_streams(&mut self) {
        self.streams_running = self.streams.len() as u32;
        for stream in 0..self.streams.len() as u32 {
            self.streams[stream as usize].running = true;
            match self.parts[self.streams[stream as usize].part as usize].task {
                Task::Block => self.issue_block(0, stream),
                Task::Files(_) | Task::Metadata(_) => self.next_file(0, stream),
            }
        }
    }

    /// A stream's pause is over.
    pub fn resume_stream(&mut self, now: Ns, stream: u32) {
        let part = self.streams[stream as usize].part as usize;
        match self.parts[part].task {
            Task::Block => self.issue_block(now, stream),
            Task::Files(_) | Task::Metadata(_) => match self.streams[stream as usize].phase {
                Phase::Opening => self.opened(now, stream),
                _ => self.next_file(now, stream),
            },
        }
    }

    /// The next request of a block test's slot.
    fn issue_block(&mut self, now: Ns, stream: u32) {
        let here = &self.streams[stream as usize];
        let (client, connection, part) = (here.client, here.connection, here.part as usize);
        let read = {
            let share = self.parts[part].read_share;
            share >= 1.0 || (share > 0.0 && self.random_mix.unit() < share)
        };
        let bytes = self.parts[part].block_bytes;
        let sequential = self.parts[part].pattern == Pattern::Sequential;
        let offset = if sequential {
            let cursor = &mut self.parts[part].cursors[client as usize];
            let at = *cursor;
            *cursor += bytes;
            at
        } else {
            self.random_block(part) * self.parts[part].block_stride
        };
        let durable = self.parts[part].sync && !read;
        self.issue(
            now,
            Request {
                op: if read { Op::Read } else { Op::Write },
                stream,
                connection,
                client,
                offset,
                bytes: bytes as u32,
                issued: now,
                mark: now,
                sequential,
                durable,
                counted: true,
                commit_steps: 0,
                rest_held: false,
            },
        );
    }

    /// A block of the sampled working set under the part's skew.
    pub fn random_block(&mut self, part: usize) -> u64 {
        let n = self.parts[part].blocks.max(1);
        match self.parts[part].skew {
            Skew::Uniform(_) => self.random_blocks.below(n),
            Skew::Hot { hot_percent, hot_accesses_percent } => {
                let hot = ((n as f64 * hot_percent / 100.0) as u64).clamp(1, n);
                if self.random_blocks.unit() * 100.0 < hot_accesses_percent || hot == n {
                    scramble(self.random_blocks.below(hot), n)
                } else {
                    scramble(hot + self.random_blocks.below(n - hot), n)
                }
            }
            Skew::Zipf { zipf } => {
                // Inverse of the continuous approximation of the distribution: exact enough beyond the first ranks.
                let u = self.random_blocks.unit();
                let top = n as f64;
                let rank = if (zipf - 1.0).abs() < 1e-6 {
                    libm::pow(top, u)
                } else {
                    let e = 1.0 - zipf;
                    libm::pow(u * (libm::pow(top, e) - 1.0) + 1.0, 1.0 / e)
                };
                scramble((rank as u64).clamp(1, n) - 1, n)
            }
        }
    }

    fn issue(&mut self, now: Ns, request: Request) {
        let index = self.requests.take();
        self.requests[index] = request;
        self.send_request(now, index);
    }

    /// A request is done and its client has it.
    pub fn complete(&mut self, now: Ns, request: u32) {
        let held = self.requests[request];
        self.charge(request, At::Client, now);
        self.requests.give(request);
        self.counters.bytes += f64::from(held.bytes);
        if held.counted {
            self.completions += 1;
            self.counters.operations += 1;
            let response = now - held.issued;
            self.counters.response_ns += response as f64;
            self.latency.record(response);
            self.batches.complete(now);
            self.issue_block(now, held.stream);
            return;
        }
        let part = self.streams[held.stream as usize].part as usize;
        let stream = &mut self.streams[held.stream as usize];
        if held.op == Op::Read && self.parts[part].task == Task::Files(Direction::Duplicate) {
            // The copy inside the NAS writes what it has read; the payload counts once.
            self.counters.bytes -= f64::from(held.bytes);
            let offset = held.offset + self.parts[part].copy_shift;
            let copy = Request { op: Op::Write, issued: now, mark: now, offset, ..held };
            self.issue(now, copy);
            return;
        }
        stream.in_flight -= u64::from(held.bytes);
        stream.file_done += u64::from(held.bytes);
        self.completions += 1;
        if self.streams[held.stream as usize].file_done >= self.streams[held.stream as usize].file_bytes {
            self.close_file(now, held.stream);
        } else {
            self.fill_window(now, held.stream);
        }
    }

    /// The next file of a stream, or its end.
    fn next_file(&mut self, now: Ns, stream: u32) {
        let part = self.streams[stream as usize].part as usize;
        if self.parts[part].files_left == 0 {
            self.streams[stream as usize].running = false;
            self.streams_running -= 1;
            if self.streams_running == 0 && self.parts.iter().any(|p| p.sync_on_close && self.memory.limit > 0) {
                self.drain(now);
            }
            return;
        }
        self.parts[part].files_left -= 1;
        let bytes = self.file_size(part);
        let start = self.parts[part].cursors[0];
        self.parts[part].cursors[0] = start + bytes.div_ceil(4096) * 4096;
        self.parts[part].files_started += 1;
        let reading = match self.parts[part].task {
            Task::Files(direction) => direction != Direction::Write,
            _ => false,
        };
        // A fractional number of accesses is made up over the files, so that few have the mean of many.
        let made = |files: u64| libm::floor(self.parts[part].accesses * files as f64) as u64;
        let started = self.parts[part].files_started;
        let whole = (made(started) - made(started - 1)) as u32;
        let held = &mut self.streams[stream as usize];
        held.phase = Phase::Opening;
        held.file_since = now;
        held.mark = now;
        held.file_start = start;
        held.file_bytes = bytes;
        held.file_issued = 0;
        held.file_done = 0;
        held.in_flight = 0;
        held.accesses_left = whole;
        held.read_limit = start + bytes;
        held.ahead.issued = held.ahead.issued.max(start);
        held.ahead.ready = held.ahead.ready.max(start);
        let pause = self.opening(now, stream, reading);
        self.at(pause, kind::STREAM, stream);
    }

    fn file_size(&mut self, part: usize) -> u64 {
        let mean = self.parts[part].file_bytes;
        let sigma = self.parts[part].size_sigma;
        if let Some(size) = self.parts[part].sizes.get(self.parts[part].files_started as usize) {
            return (mean * size).max(1.0) as u64;
        }
        if sigma <= 0.0 {
            return mean.max(1.0) as u64;
        }
        // Log-normal with this mean.
        let size = mean * libm::exp(sigma * self.random_files.normal() - 0.5 * sigma * sigma);
        size.clamp(1.0, mean * 1e4) as u64
    }

    /// Tool time and metadata round trips of a file; returns when they are over.
    fn opening(&mut self, now: Ns, stream: u32, reading: bool) -> Ns {
        let file = self.plant.file;
        let part = self.streams[stream as usize].part as usize;
        let scale = self.parts[part].overhead_scale;
        let fixed = if reading { file.read_ns } else { file.write_ns } * scale;
        let connection = self.streams[stream as usize].connection;
        let trips = file.trips * scale;
        let mut end = now + fixed as Ns;
        if file.dependent {
            self.counters.station_ns[At::Client as usize] += fixed;
            self.connections[connection as usize].client_busy_ns += fixed as Ns;
        } else {
            // A pipelining tool prepares the next files while earlier ones are on the way; its process is the limit.
            end = self.process_cpu(now, connection, fixed);
            self.counters.station_ns[At::NasCpu as usize] += (end - now) as f64;
        }
        if trips > 0.0 {
            let work = trips * self.plant.server.meta_op_ns;
            let served = self.process_cpu(end, connection, work);
            self.counters.station_ns[At::NasCpu as usize] += (served - end) as f64;
            let round_trip = self.plant.talk.path.as_ref().map_or(0, |path| path.round_trip_ns);
            let trip_ns = (trips * (round_trip + self.plant.talk.latency_ns) as f64) as Ns;
            self.counters.station_ns[At::RoundTrips as usize] += trip_ns as f64;
            end = served + trip_ns;
        }
        end
    }

    /// A file is open: find it on the drives, then move its data.
    fn opened(&mut self, now: Ns, stream: u32) {
        self.streams[stream as usize].phase = Phase::Metadata;
        self.streams[stream as usize].mark = now;
        self.find_file(now, stream);
    }

    fn find_file(&mut self, now: Ns, stream: u32) {
        let part = self.streams[stream as usize].part as usize;
        if self.streams[stream as usize].accesses_left > 0 {
            self.streams[stream as usize].accesses_left -= 1;
            let near = self.random_files.below(METADATA_SPAN.min(self.parts[part].span)) / 4096 * 4096;
            let base = self.place(stream, self.streams[stream as usize].file_start) / METADATA_SPAN * METADATA_SPAN;
            self.volume_metadata(now, base + near, stream);
            return;
        }
        if matches!(self.parts[part].task, Task::Metadata(_)) {
            self.close_file(now, stream);
            return;
        }
        self.streams[stream as usize].phase = Phase::Data;
        if self.streams[stream as usize].file_bytes == 0 {
            self.close_file(now, stream);
            return;
        }
        self.fill_window(now, stream);
    }

    fn volume_metadata(&mut self, now: Ns, place: u64, stream: u32) {
        // A cached file's metadata is in the SSD cache with it; a new file's directory where the cache is warm.
        let start = self.place(stream, self.streams[stream as usize].file_start);
        let writing = self.parts[self.streams[stream as usize].part as usize].task == Task::Files(Direction::Write);
        let cached = self
            .tier
            .as_ref()
            .is_some_and(|tier| if writing { tier.warm_share > 0.5 } else { tier.blocks.contains(tier.id(start)) });
        if cached || self.parts[self.streams[stream as usize].part as usize].resident {
            let wait = if cached { self.plant.cache_latency_ns + 100_000 } else { 0 };
            self.counters.station_ns[At::SsdCache as usize] += wait as f64;
            self.streams[stream as usize].mark = now + wait;
            self.streams[stream as usize].accesses_left = 0;
            self.streams[stream as usize].phase = Phase::Opening;
            self.at(now + wait, kind::STREAM, stream);
            return;
        }
        self.array_read(now, place, 4096, Owner::Metadata(stream));
    }

    /// A metadata access has come back.
    pub fn metadata_done(&mut self, now: Ns, stream: u32) {
        let since = self.streams[stream as usize].mark;
        self.counters.station_ns[At::Drives as usize] += (now - since) as f64;
        self.streams[stream as usize].mark = now;
        match self.streams[stream as usize].phase {
            Phase::Committing => self.commit(now, stream),
            _ => self.find_file(now, stream),
        }
    }

    fn fill_window(&mut self, now: Ns, stream: u32) {
        let part = self.streams[stream as usize].part as usize;
        let (block, window) = (self.parts[part].block_bytes, self.parts[part].window);
        loop {
            let held = &self.streams[stream as usize];
            let left = held.file_bytes - held.file_issued;
            if left == 0 || (held.in_flight > 0 && held.in_flight + block.min(left) > window) {
                return;
            }
            let bytes = block.min(left);
            let (client, connection) = (held.client, held.connection);
            let offset = held.file_start + held.file_issued;
            let op = match self.parts[part].task {
                Task::Files(Direction::Write) => Op::Write,
                _ => Op::Read,
            };
            let held = &mut self.streams[stream as usize];
            held.file_issued += bytes;
            held.in_flight += bytes;
            let request = Request {
                op,
                stream,
                connection,
                client,
                offset,
                bytes: bytes as u32,
                issued: now,
                mark: now,
                sequential: true,
                ..Request::default()
            };
            self.issue(now, request);
        }
    }

    /// A file's data has moved: make it durable where that is asked for, then close it.
    fn close_file(&mut self, now: Ns, stream: u32) {
        let part = self.streams[stream as usize].part as usize;
        let writing = self.parts[part].task == Task::Files(Direction::Write)
            || matches!(self.parts[part].task, Task::Metadata(o) if o != Operation::Open);
        if writing && self.plant.talk.sync_on_close {
            let rounds = self.plant.commit_rounds * self.parts[part].overhead_scale;
            let steps = self.commit_steps(rounds);
            let held = &mut self.streams[stream as usize];
            held.commit_steps = steps;
            held.phase = Phase::Committing;
            held.mark = now;
            if self.log.is_some() {
                // ZFS: the log device makes it durable; the data follow with the transaction group.
                self.commit(now, stream);
            } else {
                self.write_out_file(now, stream);
            }
            return;
        }
        self.file_closed(now, stream);
    }

    fn commit(&mut self, now: Ns, stream: u32) {
        let left = self.streams[stream as usize].commit_steps;
        if left == 0 {
            self.file_closed(now, stream);
            return;
        }
        self.streams[stream as usize].commit_steps -= 1;
        if self.log.is_some() {
            self.log_write(now, 4096, Owner::Metadata(stream));
        } else {
            self.commit_step(now, left, Owner::Metadata(stream));
        }
    }

    fn file_closed(&mut self, now: Ns, stream: u32) {
        self.counters.files += 1;
        let held = &mut self.streams[stream as usize];
        let response = now - held.file_since;
        held.phase = Phase::Data;
        self.latency.record(response);
        self.counters.operations += 1;
        self.counters.response_ns += response as f64;
        self.batches.complete(now);
        self.next_file(now, stream);
    }

    /// Everything dirty goes to the drives: the final flush of a copy.
    fn drain(&mut self, now: Ns) {
        self.memory.draining = true;
        if self.memory.dirty == 0 {
            self.drained(now);
        } else {
            self.write_back(now);
        }
    }

    /// The final flush is over.
    pub fn drained(&mut self, _now: Ns) {
        self.memory.draining = false;
    }
}

/// Spreads ranks over the working set, so that hot blocks don't lie together; a bijection on 0..n.
fn scramble(rank: u64, n: u64) -> u64 {
    // Multiplication by a prime that does not divide n permutes the residues.
    const PRIMES: [u64; 4] = [2_654_435_761, 2_246_822_519, 3_266_489_917, 668_265_263];
    let prime = PRIMES.iter().copied().find(|p| !n.is_multiple_of(*p)).unwrap_or(1);
    ((u128::from(rank) * u128::from(prime)) % u128::from(n)) as u64
}

#[cfg(test)]
mod tests {
    use super::scramble;

    #[test]
    fn scrambling_ranks_is_a_bijection() {
        for n in [1, 7, 1000, 4096] {
            let mut seen: Vec<u64> = (0..n).map(|rank| scramble(rank, n)).collect();
            seen.sort_unstable();
            assert!(seen.iter().enumerate().all(|(i, x)| i as u64 == *x));
        }
    }
}
