#!/usr/bin/env bash
# Tries a release's archives and wheels for each machine and libc that it has: the C tests
# that need no server, against the shared and the static library; the first program of
# Python and the conformance cases, from each wheel. Other machines' programs run under
# qemu.
#
# usage: tools/checks/check_targets.sh FOLDER
#
# CALQUE_MUSL is a folder of tools/build_musl_hosts.sh with a Python for each machine; wheels for
# musl are skipped where there is none. CALQUE_SYSTEM is an arm64 system of Debian with musl-dev and
# python3; without it the packages are unpacked. Packages of Debian and install lines of
# aarch64 are tried by `CALQUE_MACHINE=aarch64 tools/checks/check_release.sh`, the suite of
# Python by `QEMU_LD_PREFIX=ROOT tools/checks/check_wheels.sh FOLDER ROOT/usr/bin/python3`.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tools/packages.sh
source tools/targets.sh
folder=$(realpath "$1")
here=$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
skipped=0

# checked NAME COMMAND... : one check.
checked() {
  local name=$1
  shift
  if "$@" >"$work/log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $name"
    tail -n 20 "$work/log"
  fi
}

# target MACHINE LIBC : sets `compiler`, `run` and `python` for it.
target() {
  run=()
  python=(python3)
  if [[ $1 != "$here" ]]; then
    export CALQUE_SYSTEM=${CALQUE_SYSTEM:-$work/system}
    [[ -d $CALQUE_SYSTEM ]] || debian_system "$CALQUE_SYSTEM" arm64 libc6-dev \
      libgcc-12-dev musl-dev python3 >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    run=("qemu-$1-static" -L "$CALQUE_SYSTEM")
    python=("${run[@]}" "$CALQUE_SYSTEM/usr/bin/python3")
  fi
  compiler_for "$1-linux-${2:-gnu}"
  [[ $2 != musl ]] || python=()
  [[ $2 != musl || ! -e ${CALQUE_MUSL:-}/$1/bin/python3 ]] ||
    python=("${run[@]}" "$CALQUE_MUSL/$1/bin/python3")
}

# archive FILE NAME : C tests against an archive.
archive() {
  local tree=$work/$2 test compile program
  mkdir "$tree"
  tar -C "$tree" --strip-components=1 -xf "$1"
  [[ -z $libc ]] || checked "$2: asks for no glibc" \
    bash -c "! nm -D '$tree/lib/libcalque.so' | grep @GLIBC"
  for test in catalog renderer error messages plural transcript translator view; do
    compile=("${compiler[@]}" -w "-I$tree/include" -ITests/C "Tests/C/$test.c")
    "${compile[@]}" "-L$tree/lib" -lcalque -lpthread -o "$work/$test"
    "${compile[@]}" -static "$tree/lib/libcalque.a" -lm -lpthread -Wl,--gc-sections \
      -o "$work/$test.static" 2>"$work/log" || { cat "$work/log"; exit 1; }
    for program in "$work/$test" "$work/$test.static"; do
      checked "$2: ${program##*/}" env -C Tests/C "LD_LIBRARY_PATH=$tree/lib" \
        "${run[@]}" "$program"
    done
  done
}

# conformance NAME PACKAGE : all cases through the library of a wheel.
conformance() {
  env "PYTHONPATH=$2" "${python[@]}" Tests/Conformance/run.py \
    --library "$2/calque/libcalque.so" Tests/Conformance/cases/*.jsonl >"$work/log" 2>&1 || true
  local p f
  read -r p f <<<"$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$work/log")"
  passed=$((passed + ${p:-0}))
  failed=$((failed + ${f:-1}))
  [[ ${f:-1} -eq 0 ]] || { echo "FAILED: $1"; tail -n 20 "$work/log"; }
}

# wheel FILE : the first program, what answers, and the cases.
wheel() {
  local name=${1##*/} package implementation=extension
  if [[ ${#python[@]} -eq 0 ]]; then
    echo "skipped: $name, no Python for it"
    skipped=$((skipped + 1))
    return
  fi
  package=$work/$name
  [[ $name != *-py3-* ]] || implementation=ctypes
  python3 -m zipfile -e "$1" "$package"
  checked "$name: first program" env "PYTHONPATH=$package" "${python[@]}" Tests/Install/first.py
  checked "$name: $implementation" env "PYTHONPATH=$package" "${python[@]}" -c \
    "import calque; assert calque.about()['implementation'] == '$implementation'"
  conformance "$name" "$package"
}

for file in "$folder"/calque-*-linux*.tar.gz; do
  [[ $file =~ -([a-z0-9_]+)-linux(-musl)?\.tar\.gz$ ]]
  machine=${BASH_REMATCH[1]}
  libc=${BASH_REMATCH[2]:+musl}
  before=$passed
  target "$machine" "$libc"
  archive "$file" "$machine${libc:+-$libc}"
  for each in "$folder"/*-"${libc:-many}"linux_*_"$machine".whl; do
    [[ ! -e $each ]] || wheel "$each"
  done
  printf '%-16s %6d passed\n' "$machine${libc:+, $libc}" $((passed - before))
done
echo "$passed passed, $failed failed, $skipped skipped"
[[ $failed -eq 0 && $passed -gt 0 ]]
