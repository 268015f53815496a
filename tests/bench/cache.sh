# The cache laboratory beside libCacheSim; sourced by build.sh, whose functions and variables it uses.
# CACHE_TRACES: where the traces are kept (a gigabyte), or come from.

run_cache_bench() {
  need_cargo
  need_npm_packages
  choose_wasm_toolchain
  say "cache laboratory"
  local peer=$CARGO_TARGET_DIR/tools/libcachesim
  if [ ! -x "$peer/bin/python" ]; then
    python3 -m venv "$peer"
    "$peer/bin/pip" install --quiet libcachesim
  fi
  cargo build --quiet --locked --release -p nas-forecast-cache --example replay
  "${wasm_cargo[@]}" build --quiet --locked --profile wasm --target wasm32-unknown-unknown "${wasm_flags[@]}" \
    -p nas-forecast-cache --example replay_wasm
  "$peer/bin/python" tests/bench/cache.py "${CACHE_TRACES:-$CARGO_TARGET_DIR/traces}" \
    "$CARGO_TARGET_DIR/release/examples/replay" "$wasm_folder/examples/replay_wasm.wasm" "$@"
}
