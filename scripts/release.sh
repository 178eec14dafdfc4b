#!/usr/bin/env bash
# Makes all that a release consists of, for x86-64 and aarch64, glibc and musl: archives of
# headers and libraries, wheels, Debian packages, the source archives and packages of the
# hosts. The library is compiled once for each machine, which takes two minutes on two cores.
#
# usage: scripts/release.sh FOLDER [archive] [wheels] [hosts] [musl] [debian]
#
# Without names all parts are made. CALQUE_MACHINES names machines, such as "aarch64"; hosts
# need this machine among them, and have the libraries of all that are made. CALQUE_PYTHONS
# names the interpreters that get a wheel with the extension; DEBFULLNAME and DEBEMAIL say
# who maintains the Debian packages. Tools that are missing are installed first, as
# scripts/setup_release.sh does alone.
#
# It builds what is committed, at the time of the last commit, so that two runs in two
# places give the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(realpath -m "$1")
shift
kinds=${*:-archive wheels hosts musl debian}
source tools/packages.sh
here=$(uname -m)
machines=${CALQUE_MACHINES:-$here}
[[ -n ${CALQUE_MACHINES:-} || $here != x86_64 ]] || machines+=" aarch64"
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
mkdir "$work/trees"

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
umask 022
number() { sed -n "s/^#define CALQUE_VERSION_$1 //p" include/calque/version.h; }
version=$(number MAJOR).$(number MINOR).$(number PATCH)

# for_machine MACHINE : what follows is for that machine. Another one than this is that of
# Debian's packages, unpacked.
for_machine() {
  machine=$1
  place=$work/$machine
  source=$place/calque-$version
  installed=$place/installed
  options=()
  tools=
  export CC=gcc MUSL_CC=musl-gcc CALQUE_SYSTEM=
  mkdir -p "$source"
  git archive HEAD | tar -x -C "$source"
  [[ $machine != "$here" ]] || return 0
  CALQUE_SYSTEM=$place/system
  CC=clang MUSL_CC=$source/tools/musl-clang
  tools=$machine-linux-gnu-
  options=("-DCMAKE_TOOLCHAIN_FILE=$source/cmake/$machine-linux.cmake"
    "-DCALQUE_SYSTEM=$CALQUE_SYSTEM")
}

# The system that another machine's library is compiled with.
fetched() {
  debian_system "$CALQUE_SYSTEM" arm64 libgcc-12-dev libc6-dev libcurl4-openssl-dev \
    libjansson-dev libpython3-dev musl-dev zlib1g-dev
}

# packed FILE PARENT NAME : a tar of a folder that does not say who made it, or where.
packed() {
  tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
    -C "$2" -cf - "$3" | gzip -9 -n >"$1"
}

# jansson is inside, and the loader needs nothing that glibc 2.34 has not.
built() {
  cmake -G Ninja -S "$source" -B "$place/build" "${options[@]}" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_LIBDIR=lib -DCALQUE_EMBEDDED=ON -DCALQUE_BUNDLED_JANSSON=ON \
    -DCALQUE_PACKED_RELOCATIONS=OFF -DCALQUE_TESTS=OFF -DCALQUE_PYTHON=OFF \
    -DCALQUE_RELOCATABLE=ON
  ninja -C "$place/build"
  # Installed files have no paths of the build in them.
  cmake --install "$place/build" --prefix "$installed"
  ln -s "$installed" "$work/trees/$machine-linux-gnu"
}

make_archive() {
  local name=calque-$version-$machine-linux
  cp -r "$installed" "$place/$name"
  cmake --install "$place/build" --prefix "$place/$name" --component fetched
  cp "$source/README.md" "$source/CHANGELOG.md" "$place/$name"
  packed "$folder/$name.tar.gz" "$place" "$name"
  packed "$folder/calque-$version.tar.gz" "$place" "calque-$version"
}

# Those of other languages, around the libraries of all machines.
make_hosts() {
  "$source/scripts/pack_hosts.sh" "$work/trees" "$folder"
}

# For Alpine and others with musl, whose jansson is another one: linked once more.
make_musl() {
  local name=calque-$version-$machine-linux-musl
  cmake -DCALQUE_BUNDLED_JANSSON=OFF "$place/build"
  ninja -C "$place/build"
  cmake --install "$place/build" --prefix "$place/plain"
  CC=$MUSL_CC TOOLS=$tools "$source/scripts/build_musl.sh" "$place/plain" "$place/$name"
  ln -s "$place/$name" "$work/trees/$machine-linux-musl"
  cp -r "$installed/share/licenses" "$source/CHANGELOG.md" "$place/$name"
  packed "$folder/$name.tar.gz" "$place" "$name"
  [[ $kinds != *wheels* ]] || wheels "$place/$name/lib" "musllinux_1_2_$machine" musl \
    "cmake.define.CMAKE_C_COMPILER=$MUSL_CC"
}

# The same folder of the build, configured for a distribution: its objects are linked once
# more. It is the last part, therefore.
make_debian() {
  cp -r "$source/packaging/debian" "$source/debian"
  [[ -z ${DEBEMAIL:-} ]] || sed -i \
    "s|Calque contributors <[^>]*>|${DEBFULLNAME:-Calque contributors} <$DEBEMAIL>|" \
    "$source"/debian/{control,changelog}
  local architecture
  architecture=$(sed 's/x86_64/amd64/; s/aarch64/arm64/' <<<"$machine")
  (cd "$source" && env -u CC "BUILD=$place/build" \
    dpkg-buildpackage "--host-arch=$architecture" -d -b -nc -us -uc)
  cp "$place"/*.deb "$folder"
}

# wheels LIBRARIES PLATFORM LIBC SETTING... : the wheels around libraries. The platform is
# what tools/checks/check_release.sh finds to be true.
wheels() {
  local libraries=$1 platform=$2 libc=$3 python abi
  shift 3
  local settings=("cmake.define.CALQUE_PREBUILT=$libraries" "$@")
  for python in ${CALQUE_PYTHONS:-python3}; do
    abi=$("$python" -c 'import sysconfig; print(sysconfig.get_config_var("SOABI"))')
    abi=${abi/$here/$machine}
    wheel "$python" "cmake.define.CALQUE_PYTHON_ABI=${abi/linux-gnu/linux-$libc}"
  done
  wheel python3 cmake.define.CALQUE_PYTHON=OFF wheel.py-api=py3
}

wheel() {
  local python=$1 each all=()
  shift
  for each in "${settings[@]}" "$@"; do all+=(--config-settings "$each"); done
  _PYTHON_HOST_PLATFORM=linux-$machine "$python" -m pip wheel --quiet --no-deps \
    --wheel-dir "$place/wheels" "${all[@]}" "$folder/calque_i18n-$version.tar.gz"
  "$work/tools/bin/wheel" tags --platform-tag "$platform" --remove "$place"/wheels/*.whl
  mv "$place"/wheels/*.whl "$folder"
}

# One wheel for each interpreter that CALQUE_PYTHONS names, with the extension, and one for
# all others, by ctypes alone. libcurl stays the system's: it has to follow the system's
# certificates.
make_wheels() {
  wheels "$installed/lib" "manylinux_2_34_$machine" gnu "${options[@]/#-D/cmake.define.}"
}

# The source package of Python, which wheels are made from.
make_source() {
  python3 -m venv "$work/tools"
  "$work/tools/bin/pip" install --quiet "build>=1" "wheel>=0.40"
  "$work/tools/bin/python" -m build --quiet --sdist --outdir "$folder" \
    "$source/bindings/python"
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

# parted KIND : a part that was asked for.
parted() { [[ " $kinds " != *" $1 "* ]] || part "$1" "make_$1"; }

for machine in $machines; do
  for_machine "$machine"
  echo "$machine"
  [[ $machine == "$here" ]] || part system fetched
  part library built
  [[ $kinds != *wheels* || -e $work/tools ]] || part source make_source
  parted archive
  parted wheels
  parted musl
  parted debian
done
parted hosts
cd "$folder"
find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%f\n' | sort | xargs sha256sum |
  tee SHA256SUMS
