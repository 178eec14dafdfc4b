#!/usr/bin/env bash
# Tries a release in a bare Debian system, without a Swift toolchain and without
# jansson: a C program against the archive (shared, static, CMake's find_package and
# FetchContent), a Python program from the wheel, and a C and a Python program from the
# Debian packages.
#
# usage: tools/checks/check_release.sh FOLDER [ROOT]
#
# ROOT is a system that debootstrap made; without it one is made, and removed again.
# CALQUE_MACHINE=aarch64 tries the files for that machine, under qemu, in 15 minutes.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tools/packages.sh
here=$(uname -m)
machine=${CALQUE_MACHINE:-$here}
architecture=$(sed 's/x86_64/amd64/; s/aarch64/arm64/' <<<"$machine")
[[ $machine == "$here" ]] || run_by_qemu "$machine"
# In memory where that may hold a system: dpkg waits for the disk after each file.
memory=/dev/shm
if grep -q " $memory .*\(nodev\|noexec\)" /proc/mounts ||
  [[ $(df --output=avail "$memory" | tail -n 1) -lt 4000000 ]]; then
  memory=${TMPDIR:-/tmp}
fi
work=$(mktemp -d "$memory/calque-release-XXXXXX")
root=${2:-$work/root}
cleanup() { umount "$root/proc" 2>/dev/null || true; rm -rf "$work" "$root/release"; }
trap cleanup EXIT
folder=$work/files
mkdir "$folder"
cp "$1"/{calque-[0-9]*[0-9].tar.gz,calque-*-"$machine"-linux.tar.gz,calque_i18n-*.tar.gz} "$folder"
cp "$1"/{*-manylinux_*_"$machine".whl,*_"$architecture".deb} "$folder"
passed=0
failed=0

if [[ ! -d $root/usr ]]; then
  debootstrap "--arch=$architecture" --variant=minbase \
    --include=ca-certificates,cmake,g++,make,pkg-config,python3,python3-venv \
    "$(debian_codename)" "$root" "$(debian_archive)" >"$work/log" 2>&1 ||
    { tail -n 20 "$work/log"; exit 1; }
  cp -r /etc/apt/apt.conf.d "$root/etc/apt/" 2>/dev/null || true
fi
mount -t proc proc "$root/proc"
mkdir -p "$root/release"
cp "$folder"/* Tests/Install/main.c Tests/Install/first.py "$root/release/"
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true

# inside NAME COMMANDS : one check, in the bare system, without our environment.
inside() {
  local name=$1
  if env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
    ${http_proxy:+http_proxy=$http_proxy} ${https_proxy:+https_proxy=$https_proxy} \
    chroot "$root" bash -euo pipefail -c "cd /release; $2" >"$work/log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $name"
    tail -n 30 "$work/log"
  fi
}

inside "no toolchain, no jansson to build with" '
  ! command -v swiftc && ! test -e /usr/include/jansson.h'
inside "archive, pkg-config" '
  tar xf calque-*-linux.tar.gz && mv calque-*-linux tree
  test -s tree/share/man/man1/calque-compile.1
  export PKG_CONFIG_PATH=$PWD/tree/lib/pkgconfig
  gcc main.c $(pkg-config --cflags --libs calque) -o shared
  LD_LIBRARY_PATH=tree/lib ./shared'
inside "archive, static" '
  gcc main.c -Itree/include tree/lib/libcalque.a -lm -Wl,--gc-sections -o static && ./static'
inside "archive, moved" 'mv tree moved
  export PKG_CONFIG_PATH=$PWD/moved/lib/pkgconfig
  gcc main.c $(pkg-config --cflags --libs calque) -o shared
  LD_LIBRARY_PATH=moved/lib ./shared; mv moved tree'
inside "archive, find_package" '
  mkdir consumer && printf "%s\n" "cmake_minimum_required(VERSION 3.25)" \
    "project(consumer C)" "find_package(calque REQUIRED)" "add_executable(a ../main.c)" \
    "target_link_libraries(a PRIVATE calque::calque)" "add_executable(b ../main.c)" \
    "target_link_libraries(b PRIVATE calque::calque_static)" >consumer/CMakeLists.txt
  cmake -S consumer -B consumer/build -DCMAKE_PREFIX_PATH=$PWD/tree
  cmake --build consumer/build && consumer/build/a && consumer/build/b'
inside "archive, FetchContent" '
  mkdir fetching && printf "%s\n" "cmake_minimum_required(VERSION 3.25)" \
    "project(fetching C)" "include(FetchContent)" \
    "FetchContent_Declare(calque URL $(ls $PWD/calque-*-linux.tar.gz))" \
    "FetchContent_MakeAvailable(calque)" "add_executable(a ../main.c)" \
    "target_link_libraries(a PRIVATE calque::calque)" "add_executable(b ../main.c)" \
    "target_link_libraries(b PRIVATE calque::calque_static)" >fetching/CMakeLists.txt
  cmake -S fetching -B fetching/build && cmake --build fetching/build
  fetching/build/a && fetching/build/b'
inside "wheel, as the pages say" '
  python3 -m venv python && export PIP_NO_INDEX=1 PIP_NO_DEPS=1
  PATH=$PWD/python/bin:$PATH '"$(grep -oh 'pip install --find-links \.[^`]*' README.md docs/hosts.md | sort -u)"'
  ! ldd python/lib/*/site-packages/calque/libcalque.so | grep jansson
  test -s "$(echo python/lib/*/site-packages/calque_i18n-*/licenses/jansson.txt)"
  python/bin/python first.py'
inside "source package of Python without a toolchain" '
  python3 -m venv sources
  ! sources/bin/pip install --no-index calque_i18n-*.tar.gz >log 2>&1
  grep "needs the Swift 6 toolchain" log && ! grep -q Traceback log
  ! test -e sources/lib/python3*/site-packages/calque'
inside "source archive without a toolchain" '
  tar xf $(ls calque-*.tar.gz | grep -v linux) && cd calque-*[0-9]
  cmake -S . -B build >log 2>&1 && exit 1; grep -q "needs the Swift 6" log'
# The line that the pages print, as it is.
line=$(grep -oh 'apt install \./libcalque0[^`]*' README.md docs/getting-started.md | sort -u)
inside "Debian packages, as the pages say" "
  echo 'APT::Get::Assume-Yes true;' >/etc/apt/apt.conf.d/yes
  apt-get update -q && $line
  ! dpkg -s libcalque-http0 >/dev/null 2>&1
  gcc main.c \$(pkg-config --cflags --libs calque) -o packaged && ./packaged
  pkg-config --cflags --libs calque | (! grep -F ..)
  cmake -S consumer -B consumer/debian && cmake --build consumer/debian
  consumer/debian/a && consumer/debian/b"
inside "Debian packages" '
  apt-get update -q && apt-get install -q -y --no-install-recommends ./*.deb
  gcc main.c $(pkg-config --cflags --libs calque) -o packaged && ./packaged
  python3 first.py
  dpkg -L calque-tools python3-calque | grep -c "man1/calque.*gz" | grep -x 1
  (calque --version 2>&1 || true) | grep "needs python3-click"
  apt-get install -q -y --no-install-recommends python3-click && calque --version
  printf "msgid \"a\"\nmsgstr \"b\"\n" >de.po
  (calque convert de.po de.json 2>&1 || true) | grep "needs .* in an environment"
  apt-get remove -q -y libcalque0 && test ! -e /usr/lib/python3/dist-packages/calque'

# outside NAME COMMAND... : one check, on this system.
outside() {
  local name=$1
  shift
  if "$@" >"$work/log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $name"
    grep -a '^E:' "$work/log" | cut -c 1-200 || tail -n 30 "$work/log"
  fi
}
tar -C "$work" -xf "$folder"/calque-*-linux.tar.gz
mv "$work"/calque-*-linux "$work/tree"

# The bare system has gcc alone; clang comes with the toolchain.
with_clang() (
  set -e
  export PKG_CONFIG_PATH=$work/tree/lib/pkgconfig LD_LIBRARY_PATH=$work/tree/lib
  clang Tests/Install/main.c $(pkg-config --cflags --libs calque) -o "$work/shared"
  "$work/shared"
  cmake -S "$root/release/consumer" -B "$work/clang" -DCMAKE_C_COMPILER=clang \
    -DCMAKE_PREFIX_PATH="$work/tree"
  cmake --build "$work/clang"
  "$work/clang/a"
  env -u LD_LIBRARY_PATH "$work/clang/b"
)
export work root
[[ $machine != "$here" ]] ||
  outside "archive, clang" bash -c "$(declare -f with_clang); with_clang"

for file in "$folder"/*.deb; do dpkg -x "$file" "$work/packages"; done
for file in "$folder"/*.whl; do
  python3 -m zipfile -e "$file" "$work/wheels/$(basename "$file")"
done
mapfile -t portable < <(find "$work/tree" "$work/wheels" -name '*.so' -o -name calque-compile)
mapfile -t packaged < <(find "$work/packages" -name '*.so' -o -name calque-compile)
# The oldest glibc that docs/getting-started.md and RELEASING.md promise.
outside "linking" tools/checks/check_elf.py --glibc 2.34 --installed "${portable[@]}"
outside "linking, Debian packages" tools/checks/check_elf.py --installed \
  "${packaged[@]}"

# Sections of the archive are named after constants, whose bytes are no UTF-8: lintian
# complains of what readelf prints, not of the package.
outside "lintian" lintian --allow-root --fail-on error \
  --suppress-tags unpack-message-for-deb-data "$folder"/*.deb

echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
