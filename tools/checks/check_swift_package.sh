#!/usr/bin/env bash
# Builds programs against the package by its URL, as a user on Linux does, and runs
# them: one for each system that Calque takes the place of, and the Swift blocks of
# docs/migration. A package that is asked for by URL and version may have no unsafe
# flags: the build fails if it has.
#
# usage: tools/checks/check_swift_package.sh [debug|release|thread]
#
# thread: under the thread sanitizer, as targets of the package itself, which is built
# once for them and for the suites named ...ConcurrencyTests, which run too.
set -euo pipefail
cd "$(dirname "$0")/../.."
modes=(6 5)
case ${1:-debug} in
  debug) options=() ;;
  release) options=(-c release) ;;
  # The language mode decides what compiles, not what threads do.
  thread) options=(--sanitize=thread) modes=(6) ;;
  *) sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
folder=$(mktemp -d)
source tools/checks/steps.sh
trap 'rm -rf "$folder" "$steps_folder"' EXIT

# The files as they are.
mkdir -p "$folder/calque"
git ls-files -co --exclude-standard -z |
  while IFS= read -r -d '' file; do [[ ! -f $file ]] || printf '%s\0' "$file"; done |
  tar --null -cf - --files-from=- | tar -xf - -C "$folder/calque"

programs() {
  # A program that ends with its objects in use joins none of their workers.
  TSAN_OPTIONS="exitcode=66 report_thread_leaks=0" python3 tools/checks/swift_programs.py \
    run "$(swift build --show-bin-path "${options[@]}")" "${modes[@]}"
}

if [[ ${1:-} == thread ]]; then
  python3 tools/checks/swift_programs.py add "$folder/calque" "${modes[@]}"
  options+=(--package-path "$folder/calque")
  swift build --quiet --build-tests "${options[@]}"
  suites=$(find "$folder/calque/.build/" -name '*.xctest' -type f)
  nm "$suites" | grep __tsan_func_entry >/dev/null || {
    echo "the thread sanitizer is not linked"
    exit 1
  }
  TSAN_OPTIONS="halt_on_error=0 exitcode=66" step "Suites" \
    swift test --quiet --skip-build "${options[@]}" --filter Concurrency
  step "Programs" programs
  steps_end
  exit
fi

# A repository with a version.
git -C "$folder/calque" init -q
git -C "$folder/calque" add -A
git -C "$folder/calque" -c user.name=check -c user.email=check@localhost commit -qm check
git -C "$folder/calque" tag 1.0.0
python3 tools/checks/swift_programs.py write "$folder" "${modes[@]}"
options+=(--package-path "$folder" --cache-path "$folder/cache")
swift build --quiet "${options[@]}"
programs
