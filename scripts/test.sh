#!/usr/bin/env bash
# Builds Calque and runs all tests, or the steps that have a word in their names. The
# last line is `N passed, N failed`; the exit code says whether all passed.
#
# usage: scripts/test.sh [quick | WORD]    quick: formats, generated files, conformance
# and the Swift suites, some 2 minutes once everything was built: for each commit
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ ${1:-} == -* ]]; then
  sed -n '2,/^set/s/^# \{0,1\}//p' scripts/test.sh
  exit 2
fi

scripts/setup.sh
export PATH="$PWD/.venv/bin:$PATH"
source tools/checks/steps.sh
quick=
steps_only=${1:-}
[[ $steps_only != quick ]] || { quick=yes steps_only=; }

library=$PWD/build/libcalque.so
export CALQUE_LIBRARY=$library

# Cheap checks first: they need no build.
step "Imports" tools/checks/check_imports.py
step "Weight of the rooms" tools/checks/check_weight.py
step "Source lists" tools/generators/generate_sources.py --check
step "Version" tools/generators/generate_version.py --check
step "Headers" tools/checks/check_headers.sh
step "Swift format" swift format lint --strict --recursive --parallel \
  Sources Tests Package.swift
step "C format" tools/checks/check_c_format.sh
step "Python lint" tools/checks/check_python.sh
step "Generated bindings" python3 tools/generators/generate_bindings.py --check
step "Table of options" tools/generators/generate_options.py --check
step "Table of records" tools/generators/generate_records.py --check
step "C functions" tools/generators/generate_functions.py --check
step "Page of rules" tools/generators/generate_checks.py --check
step "Description of the interface" python3 tools/generators/generate_hosts.py --check
step "Swift has what C has" python3 tools/checks/check_swift_interface.py

swift_package() {
  step "Swift tests" swift test --quiet --scratch-path .build
}

# Every step below needs the shipped build.
built() {
  if sed '1,/^# Every step below/d' scripts/test.sh | grep -qi "step \"[^\"]*$steps_only"; then
    steps_only="" step "Build, Embedded Swift" scripts/build.sh build -DCALQUE_EMBEDDED=ON
  fi
}
conformance() {
  step "Conformance" python3 Tests/Conformance/run.py \
    --library "$library" Tests/Conformance/cases/*.jsonl
  step "Conformance of formatters" python3 Tests/Conformance/run.py --library "$library" \
    --locale-data samples/locales.ctd Tests/Conformance/cases/locale-data/*.jsonl
}
c_library() {
  built
  conformance
  [[ -z $quick ]] || return 0
  step "Symbols, Embedded Swift" tools/checks/check_symbols.py \
    --library "$library" --archive build/libcalque.a \
    --http build/libcalque-http.so
  step "Linking" tools/checks/check_elf.py "$library" build/libcalque-http.so
  step "C tests, Embedded Swift" ctest --test-dir build -LE memory \
    --output-on-failure
  step "C tests under valgrind" ctest --test-dir build -L memory \
    --output-on-failure
}
# Two compilers keep two cores busy.
steps_together c_library swift_package
if [[ -n $quick ]]; then
  steps_end
  exit
fi

instructions() {
  step "Instructions of the core operations" tools/checks/check_speed.py
  step "Instructions for names that collide" tools/checks/check_collisions.py
  step "Instructions for long lists" tools/checks/check_growth.py
  step "Instructions for texts of one pattern" tools/checks/check_floods.py
  step "Sizes" tools/checks/check_sizes.py
  step "Traps" tools/checks/check_traps.py
  step "Install" tools/checks/check_install.sh build
}
python_extension() {
  step "Reference of Python" tools/generators/generate_python_reference.py --check
  step "README" tools/checks/check_readme.py --library "$library"
  step "Migration pages" tools/checks/check_migration.py --library "$library"
  step "Programs of the five systems" tools/checks/check_systems.py --library "$library"
  step "Pages" tools/checks/check_docs.py --library "$library"
  step "Conformance, every way to ask" python3 Tests/Conformance/compare_doors.py \
    --library "$library"
  step "Conformance, calls at random" python3 Tests/Conformance/fuzz_calls.py \
    --library "$library" --calls 400
  step "Python tests" python3 -m pytest -q bindings/python
  step "Tests of runners" python3 -m pytest -q Tests/Conformance Tests/Scripts
}
python_alone() {
  # Loads and texts ask nothing of the extension: few of their histories again.
  step "Python tests, ctypes alone" env CALQUE_PYTHON_FAST=0 CALQUE_HISTORIES=9 \
    python3 -m pytest -q bindings/python
  step "Tests of the command" python3 -m pytest -q command
}
# Half of the time of Python's tests is waiting: three lanes for two cores.
steps_together instructions python_extension python_alone

steps_end
