#!/usr/bin/env bash
# Makes a release twice, from clones in two folders, and compares the bytes. It compiles
# the library for each, and again for each of the Debian packages: too slow for each
# submission, so RELEASING.md asks for it.
#
# usage: tools/checks/check_reproducible.sh [FOLDER] [archive] [debian] [wheels]
#
# FOLDER is a release of the same commit that is there already, instead of the first.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
first=$work/first
if [[ -d ${1:-} ]]; then
  first=$(realpath "$1")
  shift
fi

# made CLONE FOLDER KIND... : a release from a clone of this commit.
made() {
  mkdir -p "$(dirname "$1")"
  git clone --quiet . "$1"
  "$1/scripts/release.sh" "$2" "${@:3}" >/dev/null
}
[[ -d $first ]] || made "$work/one/calque" "$first" "$@"
made "$work/another/folder/of the/same" "$work/second" "$@"

passed=0
failed=0
for file in "$work"/second/*; do
  if cmp -s "$file" "$first/${file##*/}"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: ${file##*/} differs"
  fi
done
echo "$passed passed, $failed failed"
[[ $failed -eq 0 && $passed -gt 0 ]]
