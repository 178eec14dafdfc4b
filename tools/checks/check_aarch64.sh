#!/usr/bin/env bash
# Builds libcalque for aarch64 Linux on an x86-64 machine, and runs the C tests that need
# no server under qemu. Not a part of CI: it compiles the library once more.
#
# usage: tools/checks/check_aarch64.sh [FOLDER]
#
# The toolchain for x86-64 has no Embedded standard library for aarch64 Linux. The
# library for bare aarch64 has the same calling convention and object format, so the
# Swift modules are compiled for it, with the headers of Debian's arm64 packages, and
# clang turns the result into code for Linux. FOLDER keeps the packages and the build.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
work=$(realpath -m "${1:-$(mktemp -d)}")
system=$work/system
swift=$(dirname "$(readlink -f "$(command -v swiftc)")")
mkdir -p "$work"/{lists/partial,cache/archives/partial,build/modules} "$system"

# Debian's packages for arm64, unpacked: this system keeps its own architecture.
if [[ ! -e $system/usr/include/jansson.h ]]; then
  codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
  mirrors=$(apt-get indextargets --format '$(REPO_URI)' "Codename: $codename" \
    "Created-By: Packages")
  mirror=${mirrors%%$'\n'*}
  echo "deb [arch=arm64,amd64 signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]" \
    "${mirror:-http://deb.debian.org/debian} $codename main" >"$work/sources.list"
  options=(-q -o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=/dev/null
    -o "Dir::State::lists=$work/lists" -o "Dir::Cache=$work/cache"
    -o APT::Sandbox::User=root -o APT::Architectures::=amd64 -o APT::Architectures::=arm64)
  apt-get "${options[@]}" update >/dev/null
  (cd "$work" && apt-get "${options[@]}" download qemu-user-static:amd64 \
    lib{c6,c6-dev,crypt1,gcc-12-dev,gcc-s1,jansson-dev,jansson4}:arm64 \
    linux-libc-dev:arm64 >/dev/null)
  for package in "$work"/*.deb; do dpkg -x "$package" "$system"; done
fi
headers=$system/usr/include
libraries=$system/usr/lib/aarch64-linux-gnu
compiler=$system/usr/lib/gcc/aarch64-linux-gnu/12
clang=("$swift/clang" --target=aarch64-linux-gnu "--sysroot=$system" "-B$compiler"
  "-L$compiler" "-L$libraries" -fuse-ld=lld -fPIC)

# The commands of the build for this machine, with another target.
cmake -G Ninja -S . -B "$work/host" -DCMAKE_BUILD_TYPE=Release -DCALQUE_HTTP=OFF \
  -DCALQUE_TESTS=OFF -DCALQUE_PYTHON=OFF >/dev/null
ninja -C "$work/host" -t commands modules/calque.o |
  sed -e "s|$work/host|$work/build|g" -e 's| -warnings-as-errors | |' \
    -e "s|swiftc -wmo|swiftc -target aarch64-none-none-elf -wmo\
 -Xcc -isystem -Xcc $headers/aarch64-linux-gnu -Xcc -isystem -Xcc $headers\
 -Xcc -D__linux__ -Xcc -D_GNU_SOURCE|" \
    -e 's| -Xcc -I/usr/include/x86_64-linux-gnu||' \
    -e "s|bin/clang -c|bin/clang --target=aarch64-linux-gnu --sysroot=$system -c|" \
    >"$work/commands.sh"
bash -euo pipefail "$work/commands.sh"

cd "$work/build"
"${clang[@]}" -shared -s -Wl,--version-script="$root/cmake/calque.map" \
  -Wl,-z,defs -Wl,-z,relro,-z,now -Wl,-z,noexecstack -Wl,--gc-sections -Wl,--as-needed \
  -Wl,--icf=all -Wl,-soname,libcalque.so.0 -o libcalque.so.0 modules/calque.o \
  "$(dirname "$swift")/lib/swift/embedded/aarch64-none-none-elf/libswiftUnicodeDataTables.a" \
  "$libraries/libjansson.a"
ln -sf libcalque.so.0 libcalque.so
"$root/tools/checks/check_elf.py" --glibc 2.34 libcalque.so.0

passed=0
failed=0
for test in catalog renderer error messages plural transcript translator view; do
  "${clang[@]}" -w "-I$root/include" "-I$root/Tests/C" "$root/Tests/C/$test.c" \
    -L. -lcalque -lpthread -o "$test"
  if (cd "$root/Tests/C" && "$system/usr/bin/qemu-aarch64-static" -L "$system" \
    -E "LD_LIBRARY_PATH=$work/build" "$work/build/$test") >"$test.log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $test"
    tail -n 20 "$test.log"
  fi
done
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
