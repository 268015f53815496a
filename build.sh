#!/usr/bin/env bash
# Builds, serves and tests nas-forecast. Installs or finds what it needs.
#
#   ./build.sh           builds the page into dist/, which works from any folder of any web server
#   ./build.sh serve     builds, then serves it on loopback; PORT chooses the port (8080)
#   ./build.sh test      runs every test there is; the last line is `N passed, N failed`
#   ./build.sh bench     measures the engine beside its bounds, and the cache laboratory beside libCacheSim
#   ./build.sh compare   compares the cache laboratory's miss ratios with libCacheSim's, and its curves with exact runs
#   ./build.sh shots     takes pictures of every view into screenshots/, to look at
#   ./build.sh golden    rewrites tests/golden/*/report.json; say why in the commit
#   ./build.sh clean     removes what was built
#
# Environment: CARGO_TARGET_DIR; WASM_TOOLCHAIN=rustup|debian forces where the wasm compiler comes from; CHROMIUM,
# CHROMEDRIVER, FIREFOX and WEBKIT_DRIVER name other programs than the usual ones; SITE_ADDRESS is where the site will be,
# for its oEmbed answer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}
export CHROMIUM=${CHROMIUM:-/usr/bin/chromium} CHROMEDRIVER=${CHROMEDRIVER:-/usr/bin/chromedriver}
export FIREFOX=${FIREFOX:-firefox-esr} WEBKIT_DRIVER=${WEBKIT_DRIVER:-WebKitWebDriver}
make_glue=$CARGO_TARGET_DIR/tools/make-glue
wasm_folder=$CARGO_TARGET_DIR/wasm32-unknown-unknown

. tests/tools/machine.sh

# The glue maker and the test runner of wasm-bindgen, at the version of Cargo.lock.
build_glue_maker() {
  need_cargo
  say "wasm-bindgen's commands"
  cargo build --quiet --locked --profile tools -p nas-forecast-bindgen
}

# The modules for browsers: what forecasts, and the cache laboratory, which a page loads only when it is asked for.
build_wasm() {
  choose_wasm_toolchain
  build_glue_maker
  need_npm_packages
  say "modules for browsers"
  build_module nas-forecast-web wasm -O3 -Os
  build_module nas-forecast-cache-web laboratory -O3
}

# build_module PACKAGE PROFILE LEVEL... : compile, make the glue, optimise. Skips the last two when the compiler gave the same bytes.
build_module() {
  local name=${1//-/_}
  "${wasm_cargo[@]}" build --quiet --locked --profile "$2" --target wasm32-unknown-unknown "${wasm_flags[@]}" -p "$1"
  local built=$wasm_folder/$2/$name.wasm glue=$wasm_folder/glue/$name
  if [ -e "$glue/input.wasm" ] && cmp -s "$built" "$glue/input.wasm"; then return; fi
  rm -rf "$glue"
  # The reset function gives the main thread a fresh instance after a panic. The module's address is ours to give.
  "$make_glue" "$built" --target web --out-dir "$glue" --omit-default-module-path --remove-producers-section \
    --experimental-reset-state-function
  optimise "$glue/${name}_bg.wasm" "${@:3}"
  cp "$built" "$glue/input.wasm"
}

# optimise WASM LEVEL... : in place, once for each level. Features by name: with all of them on, the optimiser writes what browsers refuse.
optimise() {
  tests/node_modules/.bin/wasm-opt "$1" -o "$1.optimised" "${@:2}" \
    --enable-bulk-memory --enable-bulk-memory-opt --enable-call-indirect-overlong --enable-multivalue \
    --enable-mutable-globals --enable-nontrapping-float-to-int --enable-reference-types --enable-sign-ext
  mv "$1.optimised" "$1"
}

build_page() {
  build_wasm
  say "page"
  rm -rf dist
  mkdir -p dist/www/wasm
  cp -r www index.html sw.js dist/
  cp "$wasm_folder"/glue/*/nas_forecast*web{.js,.d.ts,_bg.wasm} dist/www/wasm/
  tests/node_modules/.bin/tsc --project tests/tsconfig.declarations.json
  mv dist/declarations/{nas-forecast,error}.d.ts dist/www/
  mv dist/declarations/cache/curve.d.ts dist/www/cache/
  rm -r dist/declarations
  build_accuracy
  build_guides
  say "bundles"
  node tests/tools/bundle.mjs dist
  node tests/tools/site.mjs dist
  node tests/tools/package.mjs dist "$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)" ${SITE_ADDRESS:+"$SITE_ADDRESS"}
}

# The example guides: words in www/guides, figures and pictures from this very engine.
build_guides() {
  say "guides"
  node tests/tools/guides.mjs "$CARGO_TARGET_DIR/debug/nas-forecast" dist/www/guides tests/measured/cases.jsonl
}

# What the accuracy page shows: every measured case, forecast by this very engine. Kept while the command line is the same.
build_accuracy() {
  need_cargo
  say "measured cases"
  cargo build --quiet --locked -p nas-forecast
  local nas_forecast=$CARGO_TARGET_DIR/debug/nas-forecast kept=$CARGO_TARGET_DIR/accuracy stamp
  mkdir -p "$kept"
  stamp=$(cat "$nas_forecast" tests/measured/*.jsonl | cksum)
  if [ "$(cat "$kept/stamp" 2>/dev/null)" != "$stamp" ]; then
    "$nas_forecast" score --json tests/measured/cases.jsonl >"$kept/score.json"
    "$nas_forecast" check --json tests/measured/orderings.jsonl >"$kept/check.json"
    echo "$stamp" >"$kept/stamp"
  fi
  node tests/tools/accuracy.mjs "$kept/score.json" "$kept/check.json" tests/measured/cases.jsonl dist/www/accuracy
}

serve() {
  build_page
  exec node tests/tools/serve.mjs dist "${PORT:-8080}"
}

clean() {
  rm -rf dist tests/node_modules
  if has cargo; then cargo clean --quiet; fi
}

case "${1:-build}" in
  build) build_page ;;
  serve) serve ;;
  test) . tests/tools/suites.sh && run_all_suites ;;
  bench) . tests/bench/bench.sh && . tests/bench/cache.sh && run_bench && run_cache_bench ;;
  compare) . tests/bench/cache.sh && run_cache_comparison ;;
  shots) build_page && need_browser && node tests/page/screenshots.mjs ;;
  golden) . tests/tools/suites.sh && rewrite_golden ;;
  clean) clean ;;
  -h | --help | help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0" ;;
  *) die "unknown command: $1 (build, serve, test, bench, compare, shots, golden, clean)" ;;
esac
