#!/usr/bin/env bash
# Runs the suites named ...ConcurrencyTests under the thread sanitizer, after making
# sure that the sanitizer is in the program that runs.
set -euo pipefail
cd "$(dirname "$0")/../.."
options=(--sanitize=thread --scratch-path .build-tsan)

swift build --quiet --build-tests "${options[@]}"
program=$(find "$(swift build --show-bin-path "${options[@]}")" -name '*.xctest' -type f)
nm "$program" | grep __tsan_func_entry >/dev/null || {
  echo "the thread sanitizer is not linked"
  exit 1
}
export TSAN_OPTIONS="halt_on_error=0 exitcode=66"
swift test --quiet --skip-build "${options[@]}" --filter Concurrency
