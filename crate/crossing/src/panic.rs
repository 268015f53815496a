//! A panic's message, handed to JavaScript before the trap that follows it.
//!
//! A panic aborts the wasm instance: JavaScript only sees `RuntimeError: unreachable`, which says nothing. The hook runs
//! before that and passes on what and where. Whoever called has to drop the instance and start another.
use std::cell::RefCell;
use std::panic::PanicHookInfo;

use js_sys::Function;
use wasm_bindgen::prelude::*;

thread_local! {
    static HANDLER: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Calls `handler(message)` whenever the engine panics. One handler an instance; the last one set counts.
#[wasm_bindgen]
pub fn on_panic(handler: Function) {
    HANDLER.with(|slot| *slot.borrow_mut() = Some(handler));
    std::panic::set_hook(Box::new(report));
}

fn report(info: &PanicHookInfo<'_>) {
    HANDLER.with(|slot| {
        if let Some(handler) = slot.borrow().as_ref() {
            // A handler that throws must not start a second panic inside the first.
            let _ = handler.call1(&JsValue::NULL, &JsValue::from_str(&info.to_string()));
        }
    });
}
