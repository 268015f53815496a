# The benchmark's parts, built; the figures are put together by bench.mjs. Sourced by build.sh.

run_bench() {
  build_page
  say "benchmark"
  cargo build --quiet --locked --release -p nas-forecast-bench
  "${wasm_cargo[@]}" build --quiet --locked --profile wasm --target wasm32-unknown-unknown "${wasm_flags[@]}" -p nas-forecast-bench --lib
  cp "$wasm_folder/wasm/nas_forecast_bench.wasm" "$wasm_folder/bench.wasm"
  optimise "$wasm_folder/bench.wasm" -O3 -Os
  need_simpy
  node tests/bench/bench.mjs "$CARGO_TARGET_DIR/release/nas-forecast-bench" "$wasm_folder/bench.wasm" "$simpy_python"
  say "page"
  need_browser
  node tests/bench/page.mjs
  say "embeds"
  node tests/bench/embed.mjs
  say "Lighthouse, phone settings"
  node tests/bench/lighthouse.mjs
}

# SimPy in a Python of its own, beside the build.
need_simpy() {
  simpy_python=$CARGO_TARGET_DIR/simpy/bin/python
  if "$simpy_python" -c 'import simpy' 2>/dev/null; then return; fi
  python3 -m venv "$CARGO_TARGET_DIR/simpy" 2>/dev/null || { apt_install python3-venv; python3 -m venv "$CARGO_TARGET_DIR/simpy"; }
  "$simpy_python" -m pip install --quiet --disable-pip-version-check simpy==4.1.1 >&2 </dev/null
}
