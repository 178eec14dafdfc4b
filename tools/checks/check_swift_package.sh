#!/usr/bin/env bash
# Builds programs against the package by its URL, as a user on Linux does, and runs
# them: one for each system that Calque takes the place of, and the Swift blocks of
# docs/migration. A package that is asked for by URL and version may have no unsafe
# flags: the build fails if it has.
#
# usage: tools/checks/check_swift_package.sh [debug|release|thread]
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
modes=(6 5)
case ${1:-debug} in
  debug) options=() ;;
  release) options=(-c release) ;;
  # The language mode decides what compiles, not what threads do.
  thread) options=(--sanitize=thread) modes=(6) ;;
  *) sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# A repository of the files as they are, with a version.
mkdir -p "$folder/calque"
git ls-files -co --exclude-standard -z |
  while IFS= read -r -d '' file; do [[ ! -f $file ]] || printf '%s\0' "$file"; done |
  tar --null -cf - --files-from=- | tar -xf - -C "$folder/calque"
git -C "$folder/calque" init -q
git -C "$folder/calque" add -A
git -C "$folder/calque" -c user.name=check -c user.email=check@localhost commit -qm check
git -C "$folder/calque" tag 1.0.0

python3 tools/checks/swift_programs.py write "$folder" "${modes[@]}"
options+=(--package-path "$folder" --cache-path "$folder/cache")
swift build --quiet "${options[@]}"
cd "$root"
# A program that ends with its objects in use joins none of their workers.
TSAN_OPTIONS="exitcode=66 report_thread_leaks=0" python3 tools/checks/swift_programs.py run "$folder" \
  "$(swift build --show-bin-path "${options[@]}")" "${modes[@]}"
