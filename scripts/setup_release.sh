#!/usr/bin/env bash
# Installs what making and trying a release needs beyond scripts/setup.sh.
set -euo pipefail
missing=()
for package in debhelper debootstrap dh-python dpkg-dev fakeroot lintian; do
  dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0
root=()
[[ $(id -u) -eq 0 ]] || root=(sudo)
"${root[@]}" apt-get update -q
DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get install -q -y \
  --no-install-recommends "${missing[@]}"
