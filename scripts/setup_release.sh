#!/usr/bin/env bash
# Installs what making and trying a release needs beyond scripts/setup.sh.
set -euo pipefail
cd "$(dirname "$0")"
source ../tools/packages.sh
install_absent binutils-aarch64-linux-gnu debhelper debootstrap dh-python dpkg-dev fakeroot lintian musl-tools \
  python3-dev python3-venv qemu-user-static
