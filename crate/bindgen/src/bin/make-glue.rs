//! Makes the JavaScript glue for a module: the same command, arguments and output as the `wasm-bindgen` one can install.
//!
//! Glue and module must come from exactly the same wasm-bindgen version. An installed command would have to be kept in
//! step by hand on every machine; a workspace member is kept in step by the lock file. `build.sh` alone builds it, it is
//! no default member. Its name isn't `wasm-bindgen`: rustc takes a crate of that name for the library, and refuses
//! versions as low as ours.
use std::process::ExitCode;

fn main() -> ExitCode {
    match wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(std::env::args_os()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("wasm-bindgen: {problem:?}");
            ExitCode::FAILURE
        }
    }
}
