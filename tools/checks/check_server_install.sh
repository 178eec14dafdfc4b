#!/usr/bin/env bash
# Goes the way from a bare Debian with Python to the first stored proposal: a virtual
# environment, `pip install` of the server, sample catalogs, `calque-server run`, and a
# proposal by NStack's call. Says how long it took; no time makes it fail.
#
# usage: tools/checks/check_server_install.sh RELEASE ROOT
#
# RELEASE is a folder made by scripts/release.sh, for the wheel of the library; ROOT a
# system that debootstrap made, with python3 and python3-venv.
set -euo pipefail
cd "$(dirname "$0")/../.."
release=$(realpath "$1")
root=$(realpath "$2")
inside=$root/calque-server
cleanup() { umount "$root/proc" 2>/dev/null || true; rm -rf "$inside"; }
trap cleanup EXIT
mkdir -p "$inside/wheels"
mount -t proc proc "$root/proc"
cp "$release"/calque_i18n-*.whl "$inside/wheels"
python3 -m pip wheel --quiet --no-deps --wheel-dir "$inside/wheels" ./server
cp -r samples "$inside/samples"
# How this machine reaches the packages, and whom it trusts.
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
cat >"$inside/first.py" <<'PYTHON'
import re, subprocess, urllib.parse, urllib.request

server = subprocess.Popen(
    ["v/bin/calque-server", "run", "--port", "0"], stdout=subprocess.PIPE, text=True
)
for line in server.stdout:
    if found := re.search(r"listens at (\S+)", line):
        break
form = {"section": "common", "key": "closed", "locale": "de", "guid": "me", "value": "Zu."}
url = f"{found[1]}/p/samples/api/v2/content/localize/proposals"
with urllib.request.urlopen(url, urllib.parse.urlencode(form).encode()) as answer:
    print("stored:", answer.status)
    assert answer.status == 201
server.terminate()
PYTHON

trust=$(env | grep -E '^(https?_proxy|PIP_CERT)=' || true)
start=$(date +%s%N)
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 $trust \
  chroot "$root" bash -euo pipefail -c '
    cd /calque-server
    python3 -m venv v
    v/bin/pip install --quiet --find-links wheels calque-server
    v/bin/calque-server import samples samples
    python3 first.py'
seconds=$((($(date +%s%N) - start) / 1000000000))
echo "from nothing to the first stored proposal: $seconds s"
echo "1 passed, 0 failed"
