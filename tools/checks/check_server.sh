#!/usr/bin/env bash
# Style, types and tests of the server, on SQLite and PostgreSQL. Needs the library in
# build/. The last line is `N passed, N failed`.
#
# usage: tools/checks/check_server.sh [long]    long: crashes and loads in full, and a real
# Weblate, which needs Python 3.12 or later (CALQUE_WEBLATE_PYTHON names one)
set -euo pipefail
cd "$(dirname "$0")/../.."
scripts/setup_server.sh "${1:-dev}"

export CALQUE_LIBRARY=${CALQUE_LIBRARY:-$PWD/build/libcalque.so}
export PATH="$PWD/server/.venv/bin:$PATH"
source tools/checks/steps.sh
chosen=(-m "not slow")
[[ ${1:-} == long ]] && chosen=()

step_in() { step "$1" env -C server "${@:2}"; }
step_in "Format of the server" ruff format --check .
step_in "Lint of the server" ruff check .
step_in "Types of the server" mypy
step_in "Tests of the server" python3 -m pytest -q -p no:cacheprovider "${chosen[@]}"
steps_end
