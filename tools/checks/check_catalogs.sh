#!/usr/bin/env bash
# Loads every locale of real catalogs and translates every key of each, without an
# error. Prints the table of locales, keys and coverage.
#
# usage: tools/checks/check_catalogs.sh FOLDER
#
# FOLDER holds the folders wekan (format v1), invokeai and actual (v4).
set -euo pipefail
data=$(realpath "$1")
cd "$(dirname "$0")/../.."
passed=0
failed=0

# check NAME FORMAT PATTERN
check() {
  echo "$1"
  if python3 tools/checks/coverage.py --format "$2" --pattern "$3" --source en "$data/$1"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $1"
  fi
}

check wekan v1 "{lng}.i18n.json"
check invokeai v4 "{lng}.json"
check actual v4 "{lng}.json"

echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
