//! What cargo hands a wasm test binary to: runs it in Node or, through WebDriver, in a browser.
use std::process::ExitCode;

fn main() -> ExitCode {
    match wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("wasm-bindgen-test-runner: {problem:?}");
            ExitCode::FAILURE
        }
    }
}
