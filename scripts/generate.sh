#!/usr/bin/env bash
# Writes everything that is generated from the headers, the tables of options and records,
# the list of source files and the Python package. Tables of CLDR have scripts of their own.
#
# usage: scripts/generate.sh      with build/libcalque.so the pages about Python as well
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH=$PWD/.venv/bin:$PATH

tools/generators/generate_sources.py
tools/generators/generate_version.py
tools/generators/generate_options.py
tools/generators/generate_records.py
tools/generators/generate_functions.py
python3 tools/generators/generate_bindings.py
python3 tools/generators/generate_hosts.py
tools/checks/check_symbols.py --write
tools/generators/generate_checks.py

library=$PWD/build/libcalque.so
if [[ ! -e $library ]]; then
  echo "not written before the library is built: docs/python-reference.md"
  exit
fi
export CALQUE_LIBRARY=$library
tools/generators/generate_python_reference.py
