//! The laboratory as a bare WebAssembly module, for the comparison in `tests/bench/cache.py`: no glue, a handful of functions.
//!
//! JavaScript calls `begin`, copies a chunk of the file to `chunk()` and calls `feed`, and so on to `finish`, which returns
//! the hits. Errors end as traps: a benchmark has no use for a broken trace.

use nas_forecast_cache::PolicyKind;
use nas_forecast_cache::lab::{Lab, Options, Run};
use std::cell::RefCell;

/// Bytes a chunk may have.
const CHUNK: usize = 1 << 20;

struct State {
    lab: Option<Lab>,
    chunk: Vec<u8>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State { lab: None, chunk: vec![0; CHUNK] });
}

/// The number, in the list of all, of the policy whose name is in the first `bytes` of the chunk.
#[unsafe(no_mangle)]
pub extern "C" fn policy(bytes: u32) -> u32 {
    let is_it = |chunk: &[u8]| PolicyKind::ALL.iter().position(|kind| kind.name().as_bytes() == chunk);
    let number = STATE.with_borrow(|state| is_it(&state.chunk[..bytes as usize]));
    number.expect("a policy's name") as u32
}

/// Starts a run of the policy with this number.
#[unsafe(no_mangle)]
pub extern "C" fn begin(policy: u32, size: u32) {
    let runs = vec![Run { policy: PolicyKind::ALL[policy as usize], size: u64::from(size) }];
    let lab = Lab::new(Options { runs, profile: false, ..Options::default() });
    STATE.with_borrow_mut(|state| state.lab = Some(lab));
}

/// Where the next chunk goes.
#[unsafe(no_mangle)]
pub extern "C" fn chunk() -> *const u8 {
    STATE.with_borrow(|state| state.chunk.as_ptr())
}

/// Takes the first `bytes` of the chunk.
#[unsafe(no_mangle)]
pub extern "C" fn feed(bytes: u32) {
    STATE.with_borrow_mut(|State { lab, chunk }| {
        lab.as_mut().expect("begin comes first").feed(&chunk[..bytes as usize]).expect("a sound trace");
    });
}

/// Ends the run: its hits.
#[unsafe(no_mangle)]
pub extern "C" fn finish() -> f64 {
    let lab = STATE.with_borrow_mut(|state| state.lab.take()).expect("begin comes first");
    lab.finish().expect("a sound trace").policies[0].hits as f64
}
