#!/usr/bin/env bash
# Installs a build into a temporary prefix and builds programs against it: by pkg-config
# (shared, static, and from Swift) and by CMake's find_package.
#
# usage: tools/checks/check_install.sh [BUILD]
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${1:-build}
root=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
source tools/checks/checks.sh

installed() {
  cmake --install "$build" --prefix "$folder/usr"
  libdir=$(dirname "$(find "$folder/usr" -name libcalque.so)")
  export PKG_CONFIG_PATH="$libdir/pkgconfig"
  export LD_LIBRARY_PATH="$libdir"
}

by_pkg_config() {
  local flags
  flags=$(pkg-config --cflags --libs calque)
  # shellcheck disable=SC2086 # flags are words
  gcc -std=c11 -Wall -Wextra -Werror Tests/Install/main.c $flags -o "$folder/shared"
  "$folder/shared"
}

# The archive by its full name, and what calque.pc says a static link needs.
statically() {
  gcc -std=c11 -Wall -Wextra -Werror $(pkg-config --cflags calque) \
    Tests/Install/main.c "$libdir/libcalque.a" -ljansson -o "$folder/static"
  ! readelf -d "$folder/static" | grep -q libcalque
  pkg-config --static --libs calque | grep -q -e -ljansson
  env -u LD_LIBRARY_PATH "$folder/static"
}

http_by_pkg_config() {
  local flags
  flags=$(pkg-config --cflags --libs calque-http)
  # shellcheck disable=SC2086 # flags are words
  gcc -std=c11 -Wall -Wextra -Werror Tests/Install/http.c $flags -o "$folder/http"
  "$folder/http"
}

by_cmake() {
  cmake -G Ninja -S "$root/Tests/Install" -B "$folder/consumer" \
    -DCMAKE_PREFIX_PATH="$folder/usr"
  ninja -C "$folder/consumer"
  "$folder/consumer/consumer_shared"
  "$folder/consumer/consumer_embedded"
  [[ ! -e $libdir/libcalque-http.so ]] || "$folder/consumer/consumer_http"
  if [[ -e $libdir/libcalque.a ]]; then
    env -u LD_LIBRARY_PATH "$folder/consumer/consumer_static"
  fi
}

# A manual page that leads to another one, and the reference for browsers.
reference() {
  cd "$folder/usr/share"
  (cd man && mandoc -T html man3/calque_translator_translate.3 | grep SYNOPSIS >/dev/null)
  grep -q calque_translator_translate doc/calque/html/index.html
  test -s calque/calque-api.json && test -s calque/calque-api.schema.json
}

# `import CCalque` in a package that knows nothing of Calque's own.
by_swift() {
  cp -R "$root/Tests/Install/swift" "$folder/swift"
  swift build --quiet --package-path "$folder/swift"
  "$folder/swift/.build/debug/consumer" | grep -x "3 pliki"
}

# A version that is not there must be refused.
by_cmake_too_new() {
  mkdir "$folder/new"
  echo 'cmake_minimum_required(VERSION 3.25)
project(new LANGUAGES C)
find_package(calque 99 REQUIRED)' >"$folder/new/CMakeLists.txt"
  ! cmake -G Ninja -S "$folder/new" -B "$folder/new/build" \
    -DCMAKE_PREFIX_PATH="$folder/usr"
}

# Every step in its own shell with `set -e`: bash ignores -e inside `if`.
run() { bash -euo pipefail -c "$(declare -f "$1"); $1"; }

installed >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
export folder root build libdir
check "pkg-config" run by_pkg_config
[[ ! -e $libdir/libcalque.a ]] || check "static archive" run statically
[[ ! -e $libdir/libcalque-http.so ]] ||
  check "pkg-config of libcalque-http" run http_by_pkg_config
check "find_package" run by_cmake
check "reference" run reference
check "import CCalque" run by_swift
check "find_package of a later version" run by_cmake_too_new

checks_end
