# The cache laboratory beside libCacheSim, natively and in Chromium. Sourced by build.sh.
# CACHE_TRACES: where the reference traces are, or are to be kept (a gigabyte).

run_cache_bench() {
  need_cargo
  need_npm_packages
  choose_wasm_toolchain
  say "cache laboratory beside libCacheSim"
  cargo build --quiet --locked --release -p nas-forecast-cache --example replay
  "${wasm_cargo[@]}" build --quiet --locked --profile laboratory --target wasm32-unknown-unknown "${wasm_flags[@]}" \
    -p nas-forecast-cache --example replay_wasm
  cp "$wasm_folder/laboratory/examples/replay_wasm.wasm" "$wasm_folder/replay.wasm"
  optimise -O3 "$wasm_folder/replay.wasm"
  need_libcachesim
  "$libcachesim_python" tests/bench/cache.py "${CACHE_TRACES:-$CARGO_TARGET_DIR/traces}" \
    "$CARGO_TARGET_DIR/release/examples/replay" "$wasm_folder/replay.wasm" "$@"
  build_wasm
  node tests/bench/memory.mjs "$wasm_folder/glue/nas_forecast_cache_web"
}

# libCacheSim's wheel in a Python of its own, beside the build.
need_libcachesim() {
  local folder=$CARGO_TARGET_DIR/libcachesim
  libcachesim_python=$folder/bin/python
  if "$libcachesim_python" -c 'import libcachesim' 2>/dev/null; then return; fi
  python3 -m venv "$folder" 2>/dev/null || { apt_install python3-venv; python3 -m venv "$folder"; }
  "$libcachesim_python" -m pip install --quiet --disable-pip-version-check libcachesim==0.3.5 >&2 </dev/null
}
