#!/usr/bin/env bash
# Installs the languages that tools/checks/check_hosts.sh tries, as far as Debian has them.
# Rust's compiler and Node's headers are used where they are present.
set -euo pipefail
cd "$(dirname "$0")"
source packages.sh
install_absent g++ golang-go libclang-rt-dev-wasm32 libffi-platypus-perl libjna-java \
  luajit php-cli ruby wasi-libc
