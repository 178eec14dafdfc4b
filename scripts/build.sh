#!/usr/bin/env bash
# Configures and builds the product; says little unless something goes wrong.
#
# usage: scripts/build.sh FOLDER [CMAKE OPTIONS]
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1
shift

[[ -e $folder/build.ninja ]] ||
  echo "building the library in $folder: 2 minutes on two cores, later builds are shorter"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { cmake -G Ninja -S . -B "$folder" "$@" && ninja -C "$folder"; } >"$log" 2>&1; then
  cat "$log"
  exit 1
fi
grep -E "warning:" "$log" || true
