#!/usr/bin/env bash
# Builds the benchmarks into build-bench/, runs all of them beside the peers that
# are installed, and writes build-bench/report.md and report.json.
# Arguments are passed on to Benchmarks/report.py: --rounds N.
# Peers that are measured when installed: libicu-dev, icu-devtools, qt6-base-dev with
# qt6-l10n-tools, node-i18next; those of Python come from PyPI. With --chart first, the
# picture is drawn as well.
set -euo pipefail
cd "$(dirname "$0")/.."

has_chart=0
if [[ ${1:-} == --chart ]]; then
  has_chart=1
  shift
fi

# gettext has msgfmt; locales has what localedef makes a locale from.
missing=()
command -v msgfmt > /dev/null || missing+=(gettext)
[[ -d /usr/share/i18n/locales ]] || missing+=(locales)
if ((${#missing[@]})); then
  apt-get install -y --no-install-recommends "${missing[@]}"
fi

scripts/build.sh build-bench -DCALQUE_EMBEDDED=ON -DCALQUE_BENCHMARKS=ON
peers=build-bench/peers
if [[ ! -d $peers ]]; then
  python3 -m venv "$peers"
  # One that cannot be installed is left out, and the report says so.
  while read -r peer; do
    "$peers/bin/python" -m pip install --quiet "$peer" || true
  done < <(grep -v '^#' Benchmarks/requirements-peers.txt)
fi
python3 Benchmarks/report.py build-bench --python "$peers/bin/python" "$@"

if ((has_chart)); then
  charts=build-bench/charts
  [[ -d $charts ]] || python3 -m venv "$charts"
  "$charts/bin/python" -m pip install --quiet -r Benchmarks/requirements-charts.txt
  "$charts/bin/python" Benchmarks/chart.py build-bench/report.json docs/performance.svg
fi
