#!/usr/bin/env bash
# Builds the shipped library, libcalque-http, the Python extension and the C tests with
# sanitizers, and runs the tests. The last line is `N passed, N failed`.
#
# usage: scripts/check_sanitizers.sh address|thread [TEST...]
#
# `address`: the address, leak and undefined-behaviour sanitizers, over Swift and C, in
# build-asan; then the Python tests over the same libraries. `thread`: the thread
# sanitizer, in build-tsan, over what has threads. TEST... chooses other C tests.
set -euo pipefail
cd "$(dirname "$0")/.."
which=${1:?address or thread}
shift
folder=build-asan
[[ $which == thread ]] && folder=build-tsan
compiler=$(dirname "$(readlink -f "$(command -v swift)")")/clang

scripts/build.sh "$folder" -DCALQUE_EMBEDDED=ON -DCALQUE_SANITIZE="$which" \
  -DCMAKE_C_COMPILER="$compiler"
for library in libcalque.so libcalque-http.so; do
  nm -D "$folder/$library" | grep -E "__(asan|tsan)_init" >/dev/null || {
    echo "the sanitizer is not in $library"
    exit 1
  }
done

# Tests with threads of their own, or whose calls run on the library's.
threads="test_(batch|catalog_cache|conversation|fork|host|http|loading|loading_stopped"
threads+="|localization|messages|proposals|proposals_busy|release|session|texts"
threads+="|transcript|transport|translator|view)|fuzz_http"
export ASAN_OPTIONS=detect_stack_use_after_return=1:allocator_may_return_null=1
export UBSAN_OPTIONS=print_stacktrace=1
export TSAN_OPTIONS=halt_on_error=0:exitcode=66
tests=.
[[ $which == thread ]] && tests=$threads
[[ $# -eq 0 ]] || tests=$(IFS='|'; echo "$*")

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
ctest --test-dir "$folder" -R "$tests" --output-on-failure --timeout 1500 \
  >"$log" 2>&1 || status=$?
if [[ $status -ne 0 ]]; then tail -n 200 "$log"; fi
read -r passed failed < <(python3 scripts/count_results.py "$log" "$status")

if [[ $which == address && $# -eq 0 ]]; then
  runtime=$("$compiler" -print-file-name=libclang_rt.asan-x86_64.so)
  # Python frees little of what it has when it ends.
  status=0
  CALQUE_LIBRARY=$PWD/$folder/libcalque.so LD_PRELOAD=$runtime PYTHONMALLOC=malloc \
    ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 \
    python3 -m pytest -q bindings/python/tests --ignore bindings/python/tests/cli \
    >"$log" 2>&1 || status=$?
  if [[ $status -ne 0 ]]; then tail -n 200 "$log"; fi
  read -r more_passed more_failed < <(python3 scripts/count_results.py "$log" "$status")
  passed=$((passed + more_passed))
  failed=$((failed + more_failed))
fi
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
