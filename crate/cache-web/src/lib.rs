//! The cache laboratory for JavaScript: a trace goes in by chunks, curves come out.
//!
//! A module of its own: who asks for forecasts only does not load the readers of traces and what unpacks them.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use nas_forecast_cache::PolicyKind;
use nas_forecast_cache::example::Example;
use nas_forecast_cache::lab::{Lab, Limits, Options};
use nas_forecast_cache::trace::TraceError;
use nas_forecast_crossing::{Crossed, give};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

pub use nas_forecast_crossing::on_panic;

/// What JavaScript asks for; what it leaves out is as in the command line.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Wanted {
    format: Option<String>,
    policies: Vec<String>,
    sizes: Vec<u32>,
    block_bytes: u32,
    sample_rate: f64,
    /// Which blkparse events to count.
    blkparse_event: Option<char>,
}

impl Default for Wanted {
    fn default() -> Self {
        Self {
            format: None,
            policies: vec![PolicyKind::Lru.name().to_owned()],
            sizes: Vec::new(),
            block_bytes: 4096,
            sample_rate: 1.0,
            blkparse_event: None,
        }
    }
}

/// One pass over a trace: `feed` its bytes, `end`, `step` until it gives false, then take the `results`.
#[wasm_bindgen]
pub struct CacheLab(Lab);

#[wasm_bindgen]
impl CacheLab {
    /// A laboratory for `{format, policies, sizes, block_bytes, sample_rate}`.
    #[wasm_bindgen(constructor)]
    pub fn new(wanted: JsValue) -> Result<CacheLab, JsValue> {
        let wanted: Wanted =
            serde_wasm_bindgen::from_value(wanted).map_err(|error| refuse_one("options", error.to_string(), &()))?;
        let mut options = Options { limits: Limits::BROWSER, ..Options::default() };
        if let Some(name) = wanted.format.filter(|name| name != "auto") {
            let format =
                name.parse().map_err(|()| refuse_one("options.format", format!("no such format: {name}"), &()))?;
            options.format = Some(format);
        }
        for (index, name) in wanted.policies.iter().enumerate() {
            let refused = |_| refuse_one(&format!("options.policies.{index}"), format!("no such policy: {name}"), &());
            options.curves.push(name.parse().map_err(refused)?);
        }
        if wanted.block_bytes == 0 {
            return Err(refuse_one("options.block_bytes", "must be above 0".to_owned(), &()));
        }
        if !(wanted.sample_rate > 0.0 && wanted.sample_rate <= 1.0) {
            return Err(refuse_one("options.sample_rate", "must be above 0 and at most 1".to_owned(), &()));
        }
        options.curve_sizes = wanted.sizes.into_iter().map(u64::from).collect();
        options.block_bytes = wanted.block_bytes.into();
        options.sample_rate = wanted.sample_rate;
        options.profile = true;
        options.blkparse_event = wanted.blkparse_event;
        Ok(CacheLab(Lab::new(options)))
    }

    /// The next bytes of the file, as they are: packed or not.
    pub fn feed(&mut self, chunk: &[u8]) -> Result<(), JsValue> {
        self.0.feed(chunk).map_err(refuse)
    }

    /// No more bytes will come.
    pub fn end(&mut self) -> Result<(), JsValue> {
        self.0.end().map_err(refuse)
    }

    /// One simulation on the sample; false when none is left.
    pub fn step(&mut self) -> bool {
        self.0.step()
    }

    /// `{bytes, records, requests, steps, all_steps}`.
    pub fn progress(&self) -> Crossed {
        #[derive(Serialize)]
        struct Progress {
            bytes: u64,
            records: u64,
            requests: u64,
            steps: usize,
            all_steps: usize,
        }
        let found = self.0.progress();
        give(&Progress {
            bytes: found.bytes,
            records: found.records,
            requests: found.requests,
            steps: found.steps,
            all_steps: found.all_steps,
        })
    }

    /// What the command line's `cache --json` prints.
    pub fn results(&self) -> Crossed {
        give(&self.0.results().ok_or_else(|| refuse(TraceError::Empty))?)
    }
}

/// A built-in trace in the making.
#[wasm_bindgen]
pub struct CacheExample(Example);

#[wasm_bindgen]
impl CacheExample {
    /// One of `photo-library`, `vm-host`, `office`, `hot-set-and-scans`, `loop` and `drift`.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, seed: u32) -> Result<CacheExample, JsValue> {
        let kind = name.parse().map_err(|()| refuse_one("trace.example", format!("no such example: {name}"), &()))?;
        Ok(CacheExample(Example::new(kind, seed.into())))
    }

    /// The next piece of it; none at the end.
    pub fn piece(&mut self) -> Option<Vec<u8>> {
        self.0.next().map(String::into_bytes)
    }

    /// How much of it is made, 0 to 1.
    pub fn share(&self) -> f64 {
        let (made, all) = self.0.progress();
        f64::from(made) / f64::from(all)
    }
}

fn refuse(error: TraceError) -> JsValue {
    refuse_one("trace", format!("{error:?}"), &error)
}

/// What is thrown for what the user did wrong: one problem, with data of its own beside path, message and what is allowed.
fn refuse_one<T: Serialize>(path: &str, message: String, detail: &T) -> JsValue {
    #[derive(Serialize)]
    struct One<'a, T> {
        problems: [Detailed<'a, T>; 1],
    }
    #[derive(Serialize)]
    struct Detailed<'a, T> {
        path: &'a str,
        message: String,
        allowed: (),
        value: &'a T,
    }
    give(&One { problems: [Detailed { path, message, allowed: (), value: detail }] }).unwrap_or_else(|error| error)
}
