# Every test suite, counted. Sourced by build.sh.
#
# A suite that fails to build, or ends badly without naming a failed test, or runs no test at all, counts as one failure:
# the sum can't look green because something never ran.

total_passed=0
total_failed=0
summary=()

# suite KIND NAME COMMAND… : KIND says how to read the output: `cargo`, `node`, or `check` for a command that is one test.
suite() {
  local kind=$1 name=$2 log status passed failed
  shift 2
  say "$name"
  log=$(mktemp)
  # Neither in a condition nor in a list: there the shell would let a failed step of the suite pass.
  set +e
  (set -e; "$@") </dev/null 2>&1 | tee "$log"
  status=${PIPESTATUS[0]}
  set -e
  case $kind in
    cargo)
      passed=$(sum_of 's/^test result: .* \([0-9]*\) passed;.*/\1/p' "$log")
      failed=$(sum_of 's/^test result: .* \([0-9]*\) failed;.*/\1/p' "$log")
      ;;
    node)
      passed=$(sum_of 's/^ℹ pass \([0-9]*\)$/\1/p' "$log")
      failed=$(sum_of 's/^ℹ \(fail\|cancelled\) \([0-9]*\)$/\2/p' "$log")
      ;;
    check)
      passed=$((status == 0))
      failed=$((status != 0))
      ;;
  esac
  rm -f "$log"
  if [ "$failed" = 0 ] && { [ "$status" != 0 ] || [ "$passed" = 0 ]; }; then
    echo "$name: exit status $status, $passed passed" >&2
    failed=1
  fi
  total_passed=$((total_passed + passed))
  total_failed=$((total_failed + failed))
  summary+=("$(printf '%6d %6d   %s' "$passed" "$failed" "$name")")
}

# sum_of SED_SCRIPT FILE : adds up the numbers that the script prints.
sum_of() {
  sed 's/\x1b\[[0-9;]*m//g' "$2" | sed -n "$1" | awk '{ sum += $1 } END { print sum + 0 }'
}

node_tests() {
  node --test --test-reporter=spec "$@"
}

page_tests() {
  need_browser
  need_other_browsers
  need_java
  need_nginx
  node_tests "$@"
}

# Cargo runs a wasm test through the runner of this workspace; TARGET is `node` or `browser`.
wasm_boundary_tests() {
  choose_wasm_toolchain
  local runner=$CARGO_TARGET_DIR/tools/run-wasm-tests
  local settings=(CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER="$runner" WASM_BINDGEN_TEST_TIMEOUT=300)
  if [ "$1" = browser ]; then need_browser; settings+=(WASM_BINDGEN_USE_BROWSER=1 CHROMEDRIVER="$CHROMEDRIVER"); fi
  env "${settings[@]}" "${wasm_cargo[@]}" test --locked --tests --target wasm32-unknown-unknown "${wasm_flags[@]}" -p nas-forecast-web
}

run_all_suites() {
  need_cargo
  suite check "formatting" cargo fmt --all --check
  suite check "clippy" cargo clippy --quiet --locked --all-targets -- -D warnings
  suite cargo "Rust" cargo test --locked --no-fail-fast

  suite check "build" build_page
  suite cargo "wasm boundary in Node" wasm_boundary_tests node
  suite cargo "wasm boundary in Chromium" wasm_boundary_tests browser
  suite node "engine in Node" node_tests tests/wasm/*.test.mjs
  suite check "JavaScript types" tests/node_modules/.bin/tsc --project tests/tsconfig.json
  suite node "page in browsers" page_tests tests/page/*.test.mjs

  printf '\npassed failed   suite\n'
  printf '%s\n' "${summary[@]}"
  echo
  echo "$total_passed passed, $total_failed failed"
  [ "$total_failed" = 0 ]
}

# Rewrites what is compared with the code's own output: the golden reports, the TypeScript types, the command line's words.
rewrite_golden() {
  need_cargo
  say "golden reports and types"
  UPDATE_GOLDEN=1 cargo test --quiet --locked -p nas-forecast-core --test golden
  UPDATE_TYPES=1 cargo test --quiet --locked -p nas-forecast-core --lib typescript
  node tests/tools/render-texts.mjs
  git status --short -- tests/golden www crate/cli/src/render/text
}
