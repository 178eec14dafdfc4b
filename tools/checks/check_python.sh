#!/usr/bin/env bash
# Formats, lints and types of all Python in the project.
set -euo pipefail
cd "$(dirname "$0")/../.."
passed=0
failed=0

check() {
  if (cd "$1" && "${@:2}"); then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED in $1: ${*:2}"
  fi
}

check . ruff format --check --quiet .
check . ruff check --quiet .
check . mypy tools Tests/Conformance Tests/Scripts
check bindings/python mypy
check command mypy

echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
