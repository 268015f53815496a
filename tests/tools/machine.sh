# Finds what the build needs on this machine, and installs what is missing. Sourced by build.sh.
#
# Every function may be called any number of times; what is there already costs nothing. Debian and Ubuntu get packages
# by apt; elsewhere a missing tool is named and the build stops.

say() { printf '\n== %s\n' "$*" >&2; }
die() { printf 'build.sh: %s\n' "$*" >&2; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }

# apt_install PACKAGE… : as root, or through sudo; the package lists are fetched once a run.
apt_install() {
  has apt-get || die "missing here, and no apt-get to install it with: $*"
  local as_root=()
  if [ "$(id -u)" != 0 ]; then
    has sudo || die "please install: $*"
    as_root=(sudo)
  fi
  say "installing $*"
  # Another apt-get may hold the lock: wait for it rather than fail.
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600)
  if [ -z "${apt_lists_are_new:-}" ]; then
    "${apt[@]}" update >&2 || true
    apt_lists_are_new=yes
  fi
  "${apt[@]}" install -y --no-install-recommends "$@" >&2 </dev/null || die "apt-get could not install: $*"
}

need_node() {
  has node && has npm && return
  apt_install nodejs npm
}

need_npm_packages() {
  need_node
  local stamp=tests/node_modules/.package-lock.json
  if [ ! -e "$stamp" ] || [ tests/package-lock.json -nt "$stamp" ]; then
    say "npm packages"
    (cd tests && npm ci --no-progress >&2 </dev/null)
    touch "$stamp"
  fi
}

need_browser() {
  if ! has "$CHROMIUM" || ! has "$CHROMEDRIVER"; then apt_install chromium chromium-driver fonts-liberation; fi
}

# Firefox, and WebKitGTK with its driver and the screen that it wants.
need_other_browsers() {
  if ! has "$FIREFOX"; then apt_install firefox-esr; fi
  if ! has "$WEBKIT_DRIVER"; then apt_install webkit2gtk-driver; fi
  if ! has xvfb-run; then apt_install xvfb xauth; fi
}

# For the checker of HTML.
need_java() {
  if ! has java; then apt_install default-jre-headless; fi
}

# Debian keeps nginx out of ordinary users' path.
need_nginx() {
  PATH="$PATH:/usr/sbin"
  has nginx || apt_install nginx-light
}

need_cargo() {
  has cargo || PATH="$PATH:$HOME/.cargo/bin"
  if ! has cargo; then apt_install rustc-web cargo-web rustfmt-web rust-web-clippy; fi
  has cc || apt_install gcc libc6-dev
}

# Sets `wasm_cargo`, the command that builds for wasm32, and `wasm_flags`, what it needs beside the usual arguments.
# WASM_TOOLCHAIN: `rustup` or `debian` forces one; otherwise what is there, then rustup, then Debian.
choose_wasm_toolchain() {
  [ -z "${wasm_cargo:-}" ] || return 0
  need_cargo
  local wanted=${WASM_TOOLCHAIN:-any}
  if [ "$wanted" != debian ]; then
    if ! has_wasm_target && has rustup; then
      say "adding wasm32-unknown-unknown by rustup"
      rustup target add wasm32-unknown-unknown >&2 || true
    fi
    if has_wasm_target; then
      wasm_cargo=(cargo)
      wasm_flags=()
      return
    fi
    [ "$wanted" = any ] || die "WASM_TOOLCHAIN=$wanted, but rustc has no target wasm32-unknown-unknown"
  fi
  # Debian ships no standard library for wasm, but its source: it is built along, which a stable compiler only does
  # when told to take itself for a nightly one. Rust 1.96 or later; LLD of the same LLVM.
  local packages=(rustc-web cargo-web rust-web-src lld-22)
  dpkg -s "${packages[@]}" >/dev/null 2>&1 || apt_install "${packages[@]}"
  wasm_cargo=(env RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld-22 /usr/bin/cargo)
  wasm_flags=(-Zbuild-std=std,panic_abort,panic_unwind)
}

has_wasm_target() {
  local folder
  folder=$(rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null) && [ -d "$folder" ]
}
