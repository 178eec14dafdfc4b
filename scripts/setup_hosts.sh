#!/usr/bin/env bash
# Installs the languages that scripts/check_hosts.sh tries, as far as Debian has them.
# Rust's compiler and Node's headers are used where they are present.
set -euo pipefail
missing=()
for package in g++ golang-go libclang-rt-dev-wasm32 libffi-platypus-perl libjna-java \
  luajit php-cli ruby wasi-libc; do
  dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0
root=()
[[ $(id -u) -eq 0 ]] || root=(sudo)
"${root[@]}" apt-get update -q
DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get install -q -y \
  --no-install-recommends "${missing[@]}"
