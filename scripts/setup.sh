#!/usr/bin/env bash
# Installs what Calque needs to be built and tested and is missing here: Debian
# packages, and Python tools in .venv. Quick when nothing is missing.
#
# usage: scripts/setup.sh [build]
#
# With `build` it installs what building needs, and nothing for tests.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v swiftc >/dev/null; then
  echo "setup: swiftc is not on PATH; install the Swift 6 toolchain from swift.org" >&2
  exit 1
fi

# Debian package and the question that tells whether it is there.
source tools/packages.sh
need build-essential g++ --version
need binutils readelf --version
need pkg-config pkg-config --version
need libjansson-dev pkg-config --exists "jansson >= 2.11"
need cmake cmake --version
need ninja-build ninja --version
need python3 python3 --version
if [[ ${1:-} != build ]]; then
  need libcurl4-openssl-dev pkg-config --exists "libcurl >= 7.85"
  need zlib1g-dev pkg-config --exists zlib
  need nginx-light env PATH="$PATH:/usr/sbin" nginx -v
  need openssl openssl version
  need mandoc command -v mandoc
  need valgrind valgrind --version
  need libc6-dbg test -d /usr/lib/debug/.build-id
  need python3-dev python3 -c "import os, sysconfig as s
os.stat(s.get_path('include') + '/Python.h')"
  need python3-venv python3 -c "import ensurepip, venv"
fi

install_packages "${missing[@]}"

[[ ${1:-} != build ]] || exit 0
# The copy of the list says what .venv was made from.
if ! cmp -s scripts/requirements.txt .venv/requirements.txt; then
  echo "setup: installing Python tools into .venv"
  python3 -m venv .venv
  .venv/bin/python -m pip install --quiet --requirement scripts/requirements.txt
  cp scripts/requirements.txt .venv/requirements.txt
fi
