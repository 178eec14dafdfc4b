#!/usr/bin/env bash
# Installs engines for tables, and the Python package from its sources, into .venv-engines: pyarrow,
# Polars, DuckDB and nanoarrow; with `clusters` also Daft on Ray and Spark, which needs
# Java.
#
# usage: scripts/setup_engines.sh [clusters]
set -euo pipefail
cd "$(dirname "$0")/.."

parts=(arrow)
if [[ ${1:-} == clusters ]]; then
  parts+=(clusters)
  source tools/packages.sh
  need openjdk-17-jre-headless java -version
  install_packages "${missing[@]}"
fi
python3 -m venv .venv-engines
# The extras of the package, which itself is used from its sources.
mapfile -t engines < <(.venv-engines/bin/python - "${parts[@]}" <<'END'
import sys, tomllib
extras = tomllib.load(open("bindings/python/pyproject.toml", "rb"))
for part in sys.argv[1:]:
    print(*extras["project"]["optional-dependencies"][part], sep="\n")
END
)
.venv-engines/bin/python -m pip install --quiet pytest "${engines[@]}"
echo "$PWD/bindings/python/src" >"$(echo .venv-engines/lib/python*/site-packages)/calque.pth"
