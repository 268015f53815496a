//! The crossing to JavaScript, run in Node and in a browser (build.sh sets which).
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn the_version_is_that_of_the_crate() {
    assert_eq!(nas_forecast_web::version(), env!("CARGO_PKG_VERSION"));
}
