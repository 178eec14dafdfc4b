#!/usr/bin/env bash
# Builds Calque and shows what it does with a folder of catalogs: how many keys
# each language has, how much of the source language it covers, and samples of
# plurals, context, nesting, interpolation and fallback.
#
# usage: scripts/demo.sh [FOLDER [FORMAT [SOURCE]]]
#
# FOLDER holds <language>/<namespace>.json or <language>.json (default: samples);
# FORMAT is v4 (default), v3, v2, v1 or ios; SOURCE is the language that the
# others are translated from (default: en).
set -euo pipefail
folder=$(realpath "${1:-$(dirname "$0")/../samples}")
cd "$(dirname "$0")/.."

scripts/setup.sh build
echo "demo: building"
scripts/build.sh build -DCALQUE_EMBEDDED=ON
exec build/bindings/c/examples/demo "$folder" "${@:2}"
