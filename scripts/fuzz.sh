#!/usr/bin/env bash
# Builds the fuzz targets of Tests/Fuzz with libFuzzer and the address sanitizer, and
# runs each. The last line is `N passed, N failed`.
#
# usage: scripts/fuzz.sh [SECONDS] [TARGET...]
#
# SECONDS is how long each target runs, 4 unless told; with 0 it is only shown the inputs
# of its corpus. Without a target all run. Inputs that are new and worth keeping are left
# in build-fuzz/found/TARGET, inputs that fail in build-fuzz/failed. FUZZ_SEED chooses
# other random numbers.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-4}
shift || true
targets=("$@")
if [[ ${#targets[@]} -eq 0 ]]; then
  for folder in Tests/Fuzz/corpus/*/; do targets+=("$(basename "$folder")"); done
fi

# libFuzzer tells of a crash itself, with the input.
export SWIFT_BACKTRACE=enable=no

folder=$PWD/build-fuzz
mkdir -p "$folder" "$folder/failed" "$folder/temporary"
# Where targets may write.
export TMPDIR=$folder/temporary
include=(-I "$folder" -I Sources/CJansson -I Sources/CPlatform)
flags=(-O -g -wmo -parse-as-library -swift-version 6 -package-name calque
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

# In the order of imports: the table in docs/architecture.md.
for module in CalqueBase CalqueJSON CalqueLocale CalqueTemplate CalqueFormat CalqueCatalog \
  CalqueStorage CalqueTransport CalqueLoading CalqueTranslator CalqueMessages CalqueTexts \
  CalqueTranscript CalqueProposals; do
  compile "$module" "Sources/$module"
done
compile CalqueFuzz Tests/Fuzz
swiftc -sanitize=fuzzer,address -use-ld=lld -o "$folder/fuzz" "${objects[@]}" \
  -ljansson -lm

passed=0
failed=0
limit=(-max_total_time="$seconds")
[[ $seconds -eq 0 ]] && limit=(-runs=0)
for target in "${targets[@]}"; do
  echo "running $target"
  mkdir -p "$folder/found/$target"
  if CALQUE_FUZZ_TARGET=$target "$folder/fuzz" "$folder/found/$target" \
    "Tests/Fuzz/corpus/$target" -dict=Tests/Fuzz/fuzz.dict -seed="${FUZZ_SEED:-1}" \
    "${limit[@]}" -max_len=2048 -timeout=10 -rss_limit_mb=2048 \
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
