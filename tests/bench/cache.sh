# The cache laboratory beside libCacheSim, natively and in Chromium. Sourced by build.sh.
# CACHE_TRACES: where the reference traces are, or are to be kept (a gigabyte).

cache_traces=${CACHE_TRACES:-$CARGO_TARGET_DIR/traces}

build_replay() {
  need_cargo
  cargo build --quiet --locked --release -p nas-forecast-cache --example replay
  replay=$CARGO_TARGET_DIR/release/examples/replay
}

# Speed, and the memory that a long trace takes.
run_cache_bench() {
  need_npm_packages
  choose_wasm_toolchain
  say "cache laboratory beside libCacheSim"
  build_replay
  "${wasm_cargo[@]}" build --quiet --locked --profile laboratory --target wasm32-unknown-unknown "${wasm_flags[@]}" \
    -p nas-forecast-cache --example replay_wasm
  cp "$wasm_folder/laboratory/examples/replay_wasm.wasm" "$wasm_folder/replay.wasm"
  optimise "$wasm_folder/replay.wasm" -O3
  need_libcachesim
  # What misses is in the table: it doesn't keep the rest from being measured.
  "$libcachesim_python" tests/bench/cache.py "$cache_traces" "$replay" "$wasm_folder/replay.wasm" "$@" || true
  build_wasm
  node tests/bench/memory.mjs "$wasm_folder/glue/nas_forecast_cache_web"
}

# Whether the miss ratios are right: beside libCacheSim's, and sampled curves beside exact runs.
run_cache_comparison() {
  say "miss ratios beside libCacheSim's"
  build_replay
  need_libcachesim
  local missed=0 kind
  "$libcachesim_python" tests/bench/ratios.py "$cache_traces" "$replay" "$@" || missed=1
  say "sampled curves beside exact runs"
  for kind in zipf scan loop shift; do
    echo "$kind"
    "$replay" curves "$cache_traces/$kind.bin" lru arc s3-fifo two-q w-tiny-lfu || missed=1
  done
  return "$missed"
}

# libCacheSim's wheel in a Python of its own, beside the build.
need_libcachesim() {
  local folder=$CARGO_TARGET_DIR/libcachesim
  libcachesim_python=$folder/bin/python
  if "$libcachesim_python" -c 'import libcachesim' 2>/dev/null; then return; fi
  python3 -m venv "$folder" 2>/dev/null || { apt_install python3-venv; python3 -m venv "$folder"; }
  "$libcachesim_python" -m pip install --quiet --disable-pip-version-check libcachesim==0.3.5 >&2 </dev/null
}
