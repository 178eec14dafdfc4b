#!/usr/bin/env bash
# Builds Calque inside a parent project: configured under parents in C and in C++, by
# add_subdirectory and by FetchContent; one of the four is built, in the debug
# configuration that projects are written in, and run.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
source tools/checks/checks.sh

for language in C CXX; do
  for how in add fetch; do
    check "configure, $language, $how" cmake -G Ninja -S Tests/Subproject \
      -B "$folder/$language-$how" -DLANGUAGE=$language -DHOW=$how -DCALQUE="$PWD" \
      -DCMAKE_BUILD_TYPE=Debug
  done
done
check "build" ninja -C "$folder/CXX-fetch"
check "run, shared" "$folder/CXX-fetch/parent_shared"
check "run, static" "$folder/CXX-fetch/parent_static"

checks_end
