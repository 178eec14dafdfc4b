#!/usr/bin/env bash
# Fuzzes Calque with libFuzzer under the address sanitizer. The last line is
# `N passed, N failed`.
#
# usage: scripts/fuzz.sh [SECONDS] [TARGET...]
#
# A target is a folder of Tests/Fuzz/corpus. Those of Tests/Fuzz/*.swift are the parsers,
# built here from the modules; without a target they all run. `abi` makes sequences of
# calls over the C interface, `reentrant` calls inside callbacks, and `http` gives answers
# to libcalque-http; they take the libraries that `tools/checks/check_sanitizers.sh address`
# builds. `python` gives the Python package what callers may; it installs atheris, and
# packages that read other formats, into build-fuzz/venv.
#
# SECONDS is how long each target runs, 4 unless told; with 0 it is only shown the inputs
# of its corpus. Inputs that are new and worth keeping are left in build-fuzz/found/TARGET,
# inputs that fail in build-fuzz/failed. FUZZ_SEED chooses other random numbers.
# FUZZ_OPTIMIZE=-Onone compiles the parsers in less than half the time, for a short run.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-4}
shift || true
targets=("$@")
if [[ ${#targets[@]} -eq 0 ]]; then
  for folder in Tests/Fuzz/corpus/*/; do
    case $(basename "$folder") in
      abi | http | python | reentrant) ;;
      *) targets+=("$(basename "$folder")") ;;
    esac
  done
fi

# libFuzzer reports a crash itself, with the input.
export SWIFT_BACKTRACE=enable=no
# Stacks of allocations take a quarter of the time. One input, run again, shows them.
export ASAN_OPTIONS=${ASAN_OPTIONS:-malloc_context_size=0:quarantine_size_mb=8}

folder=$PWD/build-fuzz
mkdir -p "$folder" "$folder/failed"
# Where targets may write: in memory where that is possible, because a file that is kept is written
# through to the disk, which takes longer than all else.
memory=/dev/shm
[[ -w $memory ]] || memory=$folder
TMPDIR=$(mktemp -d "$memory/calque-fuzz-XXXXXX")
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
export CALQUE_FUZZ_LOCALES=$PWD/samples/locales.ctd
include=(-I "$folder" -I Sources/CJansson -I Sources/CPlatform)
flags=("${FUZZ_OPTIMIZE:--O}" -gline-tables-only -wmo -parse-as-library -swift-version 6 -package-name calque
  -enable-upcoming-feature ExistentialAny
  -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility
  -sanitize=fuzzer,address)

objects=()
compile() { # MODULE FOLDER
  local object=$folder/$1.o sources
  objects+=("$object")
  mapfile -t sources < <(find "$2" -name '*.swift' | sort)
  # A module is compiled again when it, or one it may import, has changed.
  if [[ -e $object && -z $(find "${sources[@]}" "${objects[@]}" -newer "$object") ]]; then
    return
  fi
  echo "compiling $1"
  swiftc "${flags[@]}" "${include[@]}" -module-name "$1" -emit-module \
    -emit-module-path "$folder/$1.swiftmodule" -c -o "$object" "${sources[@]}"
}

build_parsers() {
  # In the order of imports: the table in docs/architecture.md.
  for module in CalqueBase CalqueJSON CalqueLocale CalqueTemplate CalqueFormat \
    CalqueCatalog CalqueStorage CalqueTransport CalqueLoading CalqueTranslator \
    CalqueMessages CalqueTexts CalqueTranscript CalqueProposals; do
    compile "$module" "Sources/$module"
  done
  compile TestSupport Tests/TestSupport
  compile CalqueFuzz Tests/Fuzz
  "$(dirname "$(readlink -f "$(command -v swift)")")/clang" -c -g -fsanitize=address \
    Tests/Fuzz/threads.c -o "$folder/threads.o"
  swiftc -sanitize=fuzzer,address -use-ld=lld -o "$folder/fuzz" "${objects[@]}" \
    "$folder/threads.o" -ljansson -lm
}

build_python() {
  [[ -x $folder/venv/bin/python ]] || python3 -m venv "$folder/venv"
  "$folder/venv/bin/python" -m pip install --quiet atheris==3.0.0 "moz.l10n[xml]>=0.9" \
    "polib>=1.2"
}

# The program that runs a target.
program() { # TARGET
  case $1 in
    abi | http | reentrant) echo "build-asan/Tests/Fuzz/fuzz_$1_libfuzzer" ;;
    python) echo "$folder/venv/bin/python Tests/Fuzz/python_package.py" ;;
    *) echo "$folder/fuzz" ;;
  esac
}

for target in "${targets[@]}"; do
  case $target in
    abi | http | reentrant)
      [[ -x $(program "$target") ]] || {
        echo "$target: run tools/checks/check_sanitizers.sh address first"
        exit 1
      }
      ;;
    python) build_python ;;
    *) parsers=yes ;;
  esac
done
[[ -z ${parsers:-} ]] || build_parsers

passed=0
failed=0
limit=(-max_total_time="$seconds")
[[ $seconds -eq 0 ]] && limit=(-runs=0)
for target in "${targets[@]}"; do
  echo "running $target"
  mkdir -p "$folder/found/$target"
  # shellcheck disable=SC2046 # a program and its arguments
  if CALQUE_FUZZ_TARGET=$target $(program "$target") "$folder/found/$target" \
    "Tests/Fuzz/corpus/$target" -dict=Tests/Fuzz/fuzz.dict -seed="${FUZZ_SEED:-1}" \
    "${limit[@]}" -max_len=65536 -len_control=10 -timeout=60 -rss_limit_mb=3072 \
    -artifact_prefix="$folder/failed/$target-" >"$folder/$target.log" 2>&1; then
    grep "DONE" "$folder/$target.log" || true
    passed=$((passed + 1))
  else
    tail -n 40 "$folder/$target.log"
    failed=$((failed + 1))
  fi
done
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
