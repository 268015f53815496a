//! What the benchmark runs: the same code natively and, as exported functions without any glue, in wasm.

pub mod closed_queue;
pub mod heap;

/// The closed queue for wasm; see [`closed_queue::run`].
#[unsafe(no_mangle)]
pub extern "C" fn closed_queue_run(events: u32) -> u64 {
    closed_queue::run(events)
}

/// The bare heap for wasm; see [`heap::run`].
#[unsafe(no_mangle)]
pub extern "C" fn heap_run(events: u32) -> u64 {
    heap::run(events)
}
