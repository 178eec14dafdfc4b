#!/usr/bin/env bash
# Makes the library for musl, as Alpine has it, out of the static library for glibc: its
# code asks libc for nothing that musl lacks. Only jansson, whose archive in Debian calls
# functions of glibc, is compiled again, from its sources; it is inside.
#
# usage: scripts/build_musl.sh TREE FOLDER
#
# TREE is an installed library for this machine, with libcalque.a without jansson; FOLDER
# becomes a tree with include, lib/libcalque.so.0 and lib/libcalque.a. JANSSON_SOURCE names
# the sources of jansson, which are fetched otherwise. CC is a compiler for musl, musl-gcc
# of Debian's musl-tools by default; with one for another machine, TOOLS is what the names
# of its binutils begin with.
set -euo pipefail
cd "$(dirname "$0")/.."
source tools/packages.sh
: "${CC:=musl-gcc}" "${TOOLS:=}"
tree=$(realpath "$1")
folder=$(realpath -m "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder/lib/pkgconfig"
cp -r "$tree/include" "$folder"

jansson=${JANSSON_SOURCE:-$(debian_source "$work" jansson)}/src
sed -e 's/@json_inline@/inline/; s/@json_have_[a-z_]*@/1/' "$jansson/jansson_config.h.in" \
  >"$work/jansson_config.h"
: >"$work/jansson_private_config.h"
for file in "$jansson"/*.c; do
  "$CC" -O2 -fPIC -fvisibility=hidden -ffunction-sections -DHAVE_STDINT_H=1 \
    -DHAVE_SYS_TIME_H=1 -DHAVE_UNISTD_H=1 -DHAVE_ATOMIC_BUILTINS=1 -I "$work" \
    -I "$jansson" -c "$file" -o "$work/$(basename "$file").o"
done

# One object, in which only the names of the headers are left global.
(cd "$work" && "${TOOLS}ar" x "$tree/lib/libcalque.a")
"${TOOLS}ld" -r --force-group-allocation -o "$work/whole" "$work"/libcalque*.o "$work"/*.c.o
sed -n 's/^ *\(calque_[a-z0-9_]*\);$/\1/p' cmake/calque.map >"$work/names"
"${TOOLS}objcopy" --keep-global-symbols="$work/names" "$work/whole" "$work/calque.o"
rm -f "$folder/lib/libcalque.a"
"${TOOLS}ar" rcs "$folder/lib/libcalque.a" "$work/calque.o"

"$CC" -shared -s "$work/whole" -o "$folder/lib/libcalque.so.0" \
  -Wl,--version-script=cmake/calque.map -Wl,-soname,libcalque.so.0 -Wl,-z,relro,-z,now \
  -Wl,-z,noexecstack -Wl,-z,defs -Wl,--gc-sections
ln -sf libcalque.so.0 "$folder/lib/libcalque.so"
sed -e '/^Requires/d' -e 's|^prefix=.*|prefix=${pcfiledir}/../..|' \
  "$tree/lib/pkgconfig/calque.pc" >"$folder/lib/pkgconfig/calque.pc"
