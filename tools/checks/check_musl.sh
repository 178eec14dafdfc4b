#!/usr/bin/env bash
# Makes the library for musl, and runs the C tests that need no server against it: linked
# to the shared library, and whole programs without any library of the system.
#
# usage: tools/checks/check_musl.sh [TREE]
#
# TREE is an installed library; without it the folder build is installed.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=${1:-$work/tree}
[[ $# -gt 0 ]] || cmake --install build --prefix "$tree" >/dev/null
scripts/build_musl.sh "$tree" "$work/musl"
lib=$work/musl/lib
if nm -D "$lib/libcalque.so.0" | grep '@GLIBC'; then
  echo "FAILED: the library asks for glibc"
  exit 1
fi

passed=0
failed=0
for test in catalog renderer error messages plural transcript translator view; do
  compile=(musl-gcc -w "-I$work/musl/include" -ITests/C "Tests/C/$test.c")
  "${compile[@]}" "-L$lib" -lcalque "-Wl,-rpath,$lib" -o "$work/$test"
  "${compile[@]}" -static "$lib/libcalque.a" -Wl,--gc-sections -o "$work/$test.static"
  for program in "$work/$test" "$work/$test.static"; do
    if (cd Tests/C && "$program") >"$work/log" 2>&1; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      echo "FAILED: $(basename "$program")"
      tail -n 20 "$work/log"
    fi
  done
done
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
