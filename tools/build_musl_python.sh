#!/usr/bin/env bash
# Makes a Python for musl from the sources that Debian has of it, which has none built:
# CALQUE_MUSL_PYTHON of tools/checks/check_targets.sh. It has ctypes and zlib, and no ssl.
#
# usage: tools/build_musl_python.sh FOLDER
#
# FOLDER/bin/python3 is the Python. It takes four minutes on two cores.
set -euo pipefail
cd "$(dirname "$0")/.."
source tools/packages.sh
folder=$(realpath -m "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder"/{include,lib}

# musl-gcc names the libc that gcc was made for, and the build adds that one's headers.
cat >"$work/cc" <<'EOF'
#!/bin/bash
[[ $1 != --print-multiarch ]] || { echo "$(uname -m)-linux-musl"; exit; }
given=()
for each; do [[ $each == -I/usr/* || $each == -L/usr/* ]] || given+=("$each"); done
exec musl-gcc "${given[@]}"
EOF
chmod +x "$work/cc"
export CC=$work/cc CFLAGS="-O1 -fPIC" PKG_CONFIG_LIBDIR=$folder/lib/pkgconfig

cd "$(debian_source "$work" libffi)"
./configure --quiet --prefix="$folder" --disable-shared --disable-docs \
  --disable-multi-os-directory --disable-exec-static-tramp
make --silent -j2 install
cd "$(debian_source "$work" zlib)"
./configure --prefix="$folder" --static
make --silent -j2 libz.a
cp libz.a "$folder/lib"
cp zlib.h zconf.h "$folder/include"
cd "$(debian_source "$work" python3.11)"
CPPFLAGS=-I$folder/include LDFLAGS=-L$folder/lib ./configure --quiet --prefix="$folder" \
  --disable-test-modules --without-static-libpython --without-ensurepip
make --silent -j2
make --silent install
"$folder/bin/python3" -c "import ctypes, zlib; print('made')"
