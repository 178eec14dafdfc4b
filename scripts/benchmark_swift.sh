#!/usr/bin/env bash
# Measures calls of the Swift product beside the same calls through the C interface,
# and prints a table. Builds both as they are shipped.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD

scripts/build.sh build -DCALQUE_EMBEDDED=ON
swift build --quiet -c release --package-path Benchmarks/swift \
  --scratch-path .build-bench -Xcc "-I$root/include" \
  -Xlinker "-L$root/build" -Xlinker -lcalque -Xlinker "-rpath=$root/build"
.build-bench/release/SwiftCalls
