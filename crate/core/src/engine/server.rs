//! From the client's port through the links to the NAS's CPU, and back.
//!
//! A message occupies a link for its frames; what a receiver spends per frame overlaps with the frames still arriving.
//! The server process of a connection does one thing at a time; where the server is serial it keeps the connection's
//! next request waiting until the drives have answered (an smbd without asynchronous I/O, sshd's file server).

use super::calendar::Ns;
use super::world::{At, Op, World, kind};

impl World {
    /// Sends a request off; `bytes` of payload go with it (writes).
    pub fn send_request(&mut self, now: Ns, request: u32) {
        let held = self.requests[request];
        let payload = if held.op == Op::Write { u64::from(held.bytes) } else { 0 };
        let ready = self.client_side(now, request, payload);
        let arrival = self.cross(ready, request, payload, true);
        self.at(arrival, kind::ARRIVE, request);
    }

    /// The client's own disk and CPU handle the payload.
    fn client_side(&mut self, now: Ns, request: u32, payload: u64) -> Ns {
        let held = self.requests[request];
        let mut ready = now;
        if payload > 0 {
            if let Some(rate) = self.plant.client_storage_bytes_per_s
                && !held.counted
            {
                let work = (payload as f64 / rate * 1e9) as Ns;
                ready = self.client_disks[held.client as usize].serve(ready, work).end;
                self.charge(request, At::ClientStorage, ready);
            }
            if self.plant.talk.client_byte_ns > 0.0 {
                let work = (self.plant.talk.client_byte_ns * payload as f64) as Ns;
                let process = &mut self.connections[held.connection as usize];
                let end = process.client_free_at.max(ready) + work;
                process.client_free_at = end;
                process.client_busy_ns += work;
                ready = end;
                self.charge(request, At::Client, ready);
            }
        }
        ready
    }

    /// Carries a message over the network, the USB cable, or nothing; returns its arrival.
    fn cross(&mut self, from: Ns, request: u32, payload: u64, up: bool) -> Ns {
        let held = self.requests[request];
        let talk = &self.plant.talk;
        let half_latency = talk.latency_ns / 2;
        if let Some(rate) = talk.usb_bytes_per_s {
            let work = (payload as f64 / rate * 1e9) as Ns + if payload > 0 { 30_000 } else { 0 };
            let end = self.uplinks[0].serve(from, work).end;
            self.charge(request, At::Link, end);
            return end;
        }
        let Some(path) = &talk.path else { return from };
        let bytes = (payload + talk.header_bytes) as f64;
        let link = self.connections[held.connection as usize].link;
        let rate = if path.striped { path.link_bytes_per_s * path.links as f64 } else { path.link_bytes_per_s };
        let wire = (bytes / rate * 1e9) as Ns;
        let client_rate = path.client_bytes_per_s;
        let slower_client = client_rate < rate * 0.999;
        let flow = path.flow_bytes_per_s;
        let half_trip = path.round_trip_ns / 2;
        let burst = talk.burst_bytes;
        let frames = libm::ceil(bytes / path.frame_payload);
        let stations = if up { &mut self.uplinks } else { &mut self.downlinks };
        let mut visit = stations[link].serve(from, wire);
        if slower_client {
            // The port of the slower side passes the same frames on as they come.
            let port = &mut self.client_ports[held.client as usize][usize::from(up)];
            let work = (bytes / client_rate * 1e9) as Ns;
            let end = port.serve(visit.start, work).end;
            visit.end = visit.end.max(end);
        }
        if flow < rate {
            // A connection's window or its losses pace it: its messages go one after the other, however many are under way.
            let paced = &mut self.connections[held.connection as usize].flow_free_at[usize::from(up)];
            *paced = visit.start.max(*paced) + (bytes / flow * 1e9) as Ns;
            visit.end = visit.end.max(*paced);
        }
        if let Some(bus) = self.plant.io_bus_bytes_per_s {
            let end = self.io_bus.serve(visit.start, (bytes / bus * 1e9) as Ns).end;
            visit.end = visit.end.max(end);
        }
        let mut end = visit.end;
        self.charge(request, At::Link, end);
        // The stack and its interrupts work on the frames as they pass.
        let (stack, per_frame) = if up {
            (&mut self.receivers[link], self.plant.server.rx_frame_ns)
        } else {
            (&mut self.senders[link], self.plant.server.tx_frame_ns)
        };
        let work = (frames * per_frame) as Ns;
        let done = stack.serve(visit.start, work).end;
        self.cores.busy_ns += work;
        if done > end {
            end = done;
            self.charge(request, At::NasCpu, end);
        }
        if up && burst > 0 && payload > burst {
            // Each further burst has to be asked for.
            let asks = (payload - 1) / burst;
            end += asks * (2 * half_trip + 2 * half_latency);
        }
        let arrival = end + half_trip + half_latency;
        self.charge(request, At::RoundTrips, arrival);
        arrival
    }

    /// A request has arrived at the NAS.
    pub fn arrive(&mut self, now: Ns, request: u32) {
        let held = self.requests[request];
        let front = self.plant.server.front_byte_ns;
        if front > 0.0 && held.op == Op::Write {
            let work = front * f64::from(held.bytes);
            let end = self.front_cpu(now, held.connection, work);
            self.charge(request, At::NasCpu, end);
            self.at(end, kind::FRONT, request);
            return;
        }
        self.enter_server(now, request);
    }

    /// A request enters the server process of its connection.
    pub fn enter_server(&mut self, now: Ns, request: u32) {
        let connection = self.requests[request].connection;
        if self.plant.talk.serial {
            let process = &mut self.connections[connection as usize];
            if process.busy {
                process.waiting.push_back(request);
                return;
            }
            process.busy = true;
        }
        self.serve_request(now, request);
    }

    fn serve_request(&mut self, now: Ns, request: u32) {
        let held = self.requests[request];
        let server = &self.plant.server;
        let work = match held.op {
            Op::Read => server.read_op_ns,
            Op::Write => server.write_op_ns + server.byte_ns * f64::from(held.bytes),
        };
        let end = self.process_cpu(now, held.connection, work);
        self.charge(request, At::NasCpu, end);
        self.at(end, kind::CPU_DONE, request);
    }

    /// The request has been understood: on to the data.
    pub fn cpu_done(&mut self, now: Ns, request: u32) {
        let held = self.requests[request];
        if self.plant.talk.path.is_some() && self.parts[self.streams[held.stream as usize].part as usize].bare {
            // A bare stream stores nothing.
            self.data_ready(now, request);
            return;
        }
        match held.op {
            Op::Read => self.storage_read(now, request),
            Op::Write => self.storage_write(now, request),
        }
    }

    /// A request's data has been read, or its write accepted.
    pub fn data_ready(&mut self, now: Ns, request: u32) {
        self.stored(now, request);
    }

    /// The answer is made: per-byte work for reads, then the way back.
    pub fn stored(&mut self, now: Ns, request: u32) {
        let held = self.requests[request];
        let mut ready = now;
        if held.op == Op::Read {
            let mut byte_ns = self.plant.server.byte_ns + self.plant.arc_byte_ns;
            if self.plant.crypt_in_process {
                byte_ns += self.plant.crypt_byte_ns;
            }
            ready = self.process_cpu(now, held.connection, byte_ns * f64::from(held.bytes));
            self.charge(request, At::NasCpu, ready);
        }
        self.at(ready, kind::REPLY_READY, request);
    }

    /// The server process is free for the connection's next request; the answer goes out.
    pub fn reply_ready(&mut self, now: Ns, request: u32) {
        let held = self.requests[request];
        if self.plant.talk.serial {
            let waiting = self.connections[held.connection as usize].waiting.len() as u64;
            // Requests come over several client threads and credits: some overtake others.
            let overtakes = waiting > 1 && self.random_order.unit() < self.plant.talk.disorder;
            let place = if overtakes { self.random_order.below(waiting) as usize } else { 0 };
            let process = &mut self.connections[held.connection as usize];
            let next = if overtakes { process.waiting.remove(place) } else { process.waiting.pop_front() };
            match next {
                Some(next) => {
                    // It waited for whatever held the one before it: its own visits say in which proportion.
                    self.requests[next].mark = now;
                    self.serve_request(now, next);
                }
                None => self.connections[held.connection as usize].busy = false,
            }
        }
        let payload = if held.op == Op::Read { u64::from(held.bytes) } else { 0 };
        let mut out = now;
        if payload > 0 {
            // Check sums and decryption run in kernel threads, on any core, beside the process.
            let bytes = payload as f64;
            let plant = &self.plant;
            let crypt = if plant.crypt_in_process { 0.0 } else { plant.crypt_byte_ns * bytes + plant.crypt_op_ns };
            let kernel = plant.checksum_byte_ns * bytes + crypt;
            out = self.cores.serve(now, kernel as Ns).end;
            self.charge(request, At::NasCpu, out);
        }
        let front = self.plant.server.front_byte_ns;
        if front > 0.0 && payload > 0 {
            out = self.front_cpu(out, held.connection, front * payload as f64);
            self.charge(request, At::NasCpu, out);
        }
        let arrival = self.cross(out, request, payload, false);
        self.at(arrival, kind::REPLY, request);
    }

    /// The answer has reached the client.
    pub fn reply(&mut self, now: Ns, request: u32) {
        let held = self.requests[request];
        let payload = if held.op == Op::Read { u64::from(held.bytes) } else { 0 };
        let done = self.client_side(now, request, payload);
        if done > now {
            self.at(done, kind::COMPLETE, request);
        } else {
            self.complete(now, request);
        }
    }
}
