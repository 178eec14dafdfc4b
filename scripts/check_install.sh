#!/usr/bin/env bash
# Installs a build into a temporary prefix and builds programs against it: by pkg-config
# (shared, static, and from Swift) and by CMake's find_package.
#
# usage: scripts/check_install.sh [BUILD]
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build}
root=$PWD
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT

passed=0
failed=0

# check NAME COMMAND... : counts one check; its output is shown when it fails.
check() {
  local name=$1
  shift
  if "$@" >"$prefix/log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $name"
    cat "$prefix/log"
  fi
}

installed() {
  cmake --install "$build" --prefix "$prefix/usr"
  libdir=$(dirname "$(find "$prefix/usr" -name libcalque.so)")
  export PKG_CONFIG_PATH="$libdir/pkgconfig"
  export LD_LIBRARY_PATH="$libdir"
}

by_pkg_config() {
  local flags
  flags=$(pkg-config --cflags --libs calque)
  # shellcheck disable=SC2086 # flags are words
  gcc -std=c11 -Wall -Wextra -Werror Tests/Install/main.c $flags -o "$prefix/shared"
  "$prefix/shared"
}

# The archive by its full name, and what calque.pc says a static link needs.
statically() {
  gcc -std=c11 -Wall -Wextra -Werror $(pkg-config --cflags calque) \
    Tests/Install/main.c "$libdir/libcalque.a" -ljansson -o "$prefix/static"
  ! readelf -d "$prefix/static" | grep -q libcalque
  pkg-config --static --libs calque | grep -q -e -ljansson
  env -u LD_LIBRARY_PATH "$prefix/static"
}

http_by_pkg_config() {
  local flags
  flags=$(pkg-config --cflags --libs calque-http)
  # shellcheck disable=SC2086 # flags are words
  gcc -std=c11 -Wall -Wextra -Werror Tests/Install/http.c $flags -o "$prefix/http"
  "$prefix/http"
}

by_cmake() {
  cmake -G Ninja -S "$root/Tests/Install" -B "$prefix/consumer" \
    -DCMAKE_PREFIX_PATH="$prefix/usr"
  ninja -C "$prefix/consumer"
  "$prefix/consumer/consumer_shared"
  "$prefix/consumer/consumer_embedded"
  [[ ! -e $libdir/libcalque-http.so ]] || "$prefix/consumer/consumer_http"
  if [[ -e $libdir/libcalque.a ]]; then
    env -u LD_LIBRARY_PATH "$prefix/consumer/consumer_static"
  fi
}

# A manual page that leads to another one, and the reference for browsers.
reference() {
  cd "$prefix/usr/share"
  (cd man && mandoc -T html man3/calque_translator_translate.3 | grep SYNOPSIS >/dev/null)
  grep -q calque_translator_translate doc/calque/html/index.html
  test -s calque/calque-api.json && test -s calque/calque-api.schema.json
}

# `import CCalque` in a package that knows nothing of Calque's own.
by_swift() {
  cp -R "$root/Tests/Install/swift" "$prefix/swift"
  swift build --quiet --package-path "$prefix/swift"
  "$prefix/swift/.build/debug/consumer" | grep -x "3 pliki"
}

# A version that is not there must be refused.
by_cmake_too_new() {
  mkdir "$prefix/new"
  echo 'cmake_minimum_required(VERSION 3.25)
project(new LANGUAGES C)
find_package(calque 99 REQUIRED)' >"$prefix/new/CMakeLists.txt"
  ! cmake -G Ninja -S "$prefix/new" -B "$prefix/new/build" \
    -DCMAKE_PREFIX_PATH="$prefix/usr"
}

# Every step in its own shell with `set -e`: bash ignores -e inside `if`.
run() { bash -euo pipefail -c "$(declare -f "$1"); $1"; }

installed >"$prefix/log" 2>&1 || { cat "$prefix/log"; exit 1; }
export prefix root build libdir
check "pkg-config" run by_pkg_config
[[ ! -e $libdir/libcalque.a ]] || check "static archive" run statically
[[ ! -e $libdir/libcalque-http.so ]] ||
  check "pkg-config of libcalque-http" run http_by_pkg_config
check "find_package" run by_cmake
check "reference" run reference
check "import CCalque" run by_swift
check "find_package of a later version" run by_cmake_too_new

echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
