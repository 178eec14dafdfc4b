#!/usr/bin/env bash
# Runs tests under sanitizers. The last line is `N passed, N failed`.
#
# usage: tools/checks/check_sanitizers.sh address|thread|python|swift [TEST...]
#
# `address`: the C tests over the shipped library and libcalque-http, built with the
# address, leak and undefined-behaviour sanitizers in build-asan. `thread`: those that
# have threads, under the thread sanitizer in build-tsan. `python`: the tests of the
# Python package with the extension built by `address` and `undefined`, over the library
# in build. `swift`: the Swift suites under the address sanitizer. TEST... chooses tests.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PATH="$PWD/.venv/bin:$PATH"
which=${1:?address, thread, python or swift}
shift
chosen=$(IFS='|'; echo "$*")
log=$(mktemp)
trap 'rm -f "$log"' EXIT
export ASAN_OPTIONS=detect_stack_use_after_return=1:allocator_may_return_null=1
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
# Children of fork() start threads, too.
export TSAN_OPTIONS=exitcode=66:die_after_fork=0

# Of the shipped library: an instrumented one beside the instrumented tests.
test_library() { # SANITIZER FOLDER TESTS
  scripts/build.sh "$2" -DCALQUE_EMBEDDED=ON -DCALQUE_SANITIZE="$1" \
    -DCMAKE_C_COMPILER="$(dirname "$(readlink -f "$(command -v swift)")")/clang"
  for library in libcalque.so libcalque-http.so; do
    nm -D "$2/$library" | grep -E "__(asan|tsan)_init" >/dev/null || {
      echo "the sanitizer is not in $library"
      return 1
    }
  done
  ctest --test-dir "$2" -R "${chosen:-$3}" --output-on-failure --timeout 1500
}

test_python() {
  local folder=build-sanitized headers suffix
  mkdir -p "$folder"
  cp -P build/libcalque.so* build/libcalque-http.so* "$folder"
  headers=$(python3 -c "import sysconfig; print(sysconfig.get_path('include'))")
  suffix=$(python3 -c "import sysconfig; print(sysconfig.get_config_var('EXT_SUFFIX'))")
  gcc -std=gnu11 -O1 -g -fPIC -shared -fsanitize=address,undefined \
    -fno-sanitize-recover=undefined -fno-omit-frame-pointer -I include -I "$headers" \
    bindings/python/fast/fast.c -o "$folder/_fast$suffix"
  # Python frees little of what it has when it ends.
  CALQUE_LIBRARY=$PWD/$folder/libcalque.so PYTHONMALLOC=malloc \
    ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 \
    LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)" \
    python3 -m pytest -q bindings/python/tests \
    -k "${chosen//|/ or }"
}

# Programs that have threads of their own, or callbacks on those of the library.
threads="test_(renderer|catalog_cache|conversation|fork|host|http|loading|loading_stopped"
threads+="|localization|messages|proposals|proposals_busy|release|session|texts"
threads+="|transcript|transport|translator|view|view_memory)$|fuzz_http"

status=0
case $which in
  address) test_library address build-asan . >"$log" 2>&1 || status=$? ;;
  thread) test_library thread build-tsan "$threads" >"$log" 2>&1 || status=$? ;;
  python) test_python >"$log" 2>&1 || status=$? ;;
  swift)
    # The runner of the tests leaks; the C tests look for leaks.
    ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 \
      swift test --quiet --sanitize=address --scratch-path .build-asan \
      --filter "${chosen:-.}" >"$log" 2>&1 || status=$?
    ;;
  *)
    echo "there is no sanitizer $which"
    exit 2
    ;;
esac
[[ $status -eq 0 ]] || tail -n 200 "$log"
read -r passed failed < <(python3 tools/checks/count_results.py "$log" "$status")
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
