#!/usr/bin/env bash
# Builds the benchmarks into build-bench/ and runs the one of the translator.
# Arguments are passed on: --only ROW, --size MESSAGES, --rounds N.
set -euo pipefail
cd "$(dirname "$0")/.."

# gettext has msgfmt; locales has what localedef makes a locale from.
missing=()
command -v msgfmt > /dev/null || missing+=(gettext)
[[ -d /usr/share/i18n/locales ]] || missing+=(locales)
if ((${#missing[@]})); then
  apt-get install -y --no-install-recommends "${missing[@]}"
fi

scripts/build.sh build-bench -DCALQUE_EMBEDDED=ON -DCALQUE_BENCHMARKS=ON
exec build-bench/Benchmarks/benchmark_translator "$@"
