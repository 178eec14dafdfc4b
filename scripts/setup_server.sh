#!/usr/bin/env bash
# Installs what the server needs and is missing here: Debian packages, and Python
# packages in server/.venv, where the server and the library's binding are found in
# this checkout. Quick when nothing is missing.
#
# usage: scripts/setup_server.sh [dev|long]    dev: what the tests need, too;
# long: also what the real Weblate of the long tests needs
set -euo pipefail
cd "$(dirname "$0")/.."
kind=${1:-run}

source tools/packages.sh
need python3-venv python3 -c "import ensurepip, venv"
if [[ $kind != run ]]; then
  need postgresql bash -c "ls /usr/lib/postgresql/*/bin/initdb"
  need chromium chromium --version
  need nginx-light nginx -v
  need wrk bash -c "command -v wrk"
  need git git --version
  need libjs-i18next test -e /usr/share/javascript/i18next/i18next.js
  need libjs-i18next-http-backend \
    test -e /usr/share/javascript/i18next-http-backend/i18nextHttpBackend.js
fi
if [[ $kind == long ]]; then
  need redis-server redis-server --version
  for each in libacl1 liblz4 libzstd libxxhash libssl; do
    need "$each-dev" dpkg --status "$each-dev"
  done
  kind=dev
fi
install_packages "${missing[@]}"

wanted=$(python3 - "$kind" <<'PYTHON'
import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path("server/pyproject.toml").read_text())["project"]
wanted = project["dependencies"]
if sys.argv[1] == "dev":
    wanted += project["optional-dependencies"]["dev"]
# The library comes from this checkout.
print("\n".join(each for each in wanted if not each.startswith("calque")))
PYTHON
)
venv=server/.venv
# The copy of a list says what .venv was made from; that of the tests has it all.
if grep -qs /command/src "$venv"/lib/python*/site-packages/calque-checkout.pth &&
  { [[ "$(cat "$venv/$kind.txt" 2>/dev/null)" == "$wanted" ]] ||
    [[ $kind == run && -e $venv/dev.txt ]]; }; then
  exit 0
fi
echo "setup_server: installing Python packages into $venv"
python3 -m venv "$venv"
printf '%s\n' "$wanted" >"$venv/wanted.txt"
"$venv/bin/python" -m pip install --quiet --requirement "$venv/wanted.txt"
"$venv/bin/python" - <<'PYTHON'
import sysconfig
from pathlib import Path

here = Path.cwd()
found = Path(sysconfig.get_paths()["purelib"]) / "calque-checkout.pth"
found.write_text(f"{here}/server/src\n{here}/bindings/python/src\n{here}/command/src\n")
PYTHON
mv "$venv/wanted.txt" "$venv/$kind.txt"
