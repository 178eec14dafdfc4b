#!/usr/bin/env bash
# Runs the proposal server on a folder of catalogs and prints where it listens.
#
# usage: scripts/serve.sh [FOLDER [PORT]]
#
# FOLDER holds <language>/<namespace>.json or <language>.json (default: samples). The
# database is ./calque.db, or DATABASE_URL. Needs the library in build/.
set -euo pipefail
here=$(realpath "$(dirname "$0")/..")
folder=$(realpath "${1:-$here/samples}")
"$here/scripts/setup_server.sh"
export CALQUE_LIBRARY=${CALQUE_LIBRARY:-$here/build/libcalque.so}
python=$here/server/.venv/bin/python
"$python" -m calque_server import "$(basename "$folder")" "$folder"
exec "$python" -m calque_server run --port "${2:-8000}"
