#!/usr/bin/env bash
# Builds the site of the documentation: build/site, with the library as WebAssembly for
# the playground of its first page.
#
# usage: scripts/site.sh [check]    check: also ask its playground and its search in
# Chromium
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PWD/.venv/bin:$PATH" NO_MKDOCS_2_WARNING=1

scripts/setup.sh
source tools/packages.sh
if [[ ${1:-} == check ]]; then
  need chromium chromium --version
  install_packages "${missing[@]}"
fi
stamp=.venv/site-requirements
if ! cmp -s tools/site/requirements.txt "$stamp"; then
  python3 -m pip install --quiet -r tools/site/requirements.txt
  cp tools/site/requirements.txt "$stamp"
fi
if [[ ! -e build-wasm/calque.wasm ]]; then
  scripts/setup_hosts.sh
  scripts/build_wasm.sh
fi
mkdocs build --quiet --strict --config-file tools/site/mkdocs.yml
echo "build/site/index.html"
if [[ ${1:-} == check ]]; then
  python3 -m pytest -q Tests/Site
fi
