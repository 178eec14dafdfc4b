#!/usr/bin/env bash
# Installs the languages that tools/checks/check_hosts.sh tries, and the tools that make
# their packages, as far as Debian has them. Rust's compiler and Node's headers are used
# where they are present.
set -euo pipefail
cd "$(dirname "$0")"
source ../tools/packages.sh
install_absent composer g++ golang-go libclang-rt-dev-wasm32 libffi-platypus-perl libjna-java \
  libmaven-compiler-plugin-java libmaven-jar-plugin-java libmaven-resources-plugin-java \
  libsurefire-java luajit luarocks make maven php-cli ruby unzip wasi-libc
