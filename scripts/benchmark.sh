#!/usr/bin/env bash
# Builds the benchmarks into build-bench/, runs all of them beside the peers that
# are installed, and writes build-bench/report.md and report.json.
# Arguments are passed on to Benchmarks/report.py: --rounds N.
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
exec python3 Benchmarks/report.py build-bench "$@"
