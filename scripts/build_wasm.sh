#!/usr/bin/env bash
# Builds the library as a WebAssembly module for WASI: build-wasm/calque.wasm.
#
# It takes the Swift toolchain with its embedded library for wasm32, and of Debian
# wasi-libc, libclang-rt-dev-wasm32 and the sources of jansson, which are fetched into
# the build folder unless JANSSON_SOURCE names a folder that has them.
#
# usage: scripts/build_wasm.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
source tools/packages.sh
folder=${1:-build-wasm}
system=bindings/wasm/system
sysroot=/usr/include/wasm32-wasi
mkdir -p "$folder/modules" "$folder/objects"
folder=$(realpath "$folder")
toolchain=$(dirname "$(readlink -f "$(command -v swiftc)")")
runtime=$toolchain/../lib/swift/embedded/wasm32-unknown-none-wasm
builtins=$(find /usr/lib/llvm-*/lib/clang -name 'libclang_rt.builtins-wasm32.a' \
  2>/dev/null | sort -V | tail -n 1)
for part in "$runtime" "$sysroot" "${builtins:-libclang_rt.builtins-wasm32.a}"; do
  [[ -e $part ]] || { echo "build_wasm: there is no $part" >&2; exit 1; }
done

# The macros turn wasi-libc's stand-ins on; one keeps pthread_t a number.
macros=(-D__wasi__=1 -D_GNU_SOURCE -D_WASI_EMULATED_MMAN -D_WASI_EMULATED_SIGNAL
  -D_WASI_EMULATED_GETPID -D__DEFINED_pthread_t)

compile_c() {
  "$toolchain/clang" --target=wasm32-wasi -isystem "$sysroot" -O2 "${macros[@]}" \
    -DHAVE_STDINT_H=1 -DHAVE_SYS_TIME_H=1 -DHAVE_UNISTD_H=1 -DHAVE_ATOMIC_BUILTINS=1 \
    -I "$folder/objects" -I "$jansson" -c "$1" -o "$folder/objects/$(basename "$1").o"
}

if [[ -e $folder/jansson ]]; then
  jansson=$folder/jansson/src
else
  jansson=${JANSSON_SOURCE:-$(debian_source "$folder" jansson)}/src
fi
sed -e 's/@json_inline@/inline/; s/@json_have_localeconv@/0/; s/@json_have_sync_builtins@/0/' \
  -e 's/@json_have_[a-z_]*@/1/' "$jansson/jansson_config.h.in" \
  >"$folder/objects/jansson_config.h"
: >"$folder/objects/jansson_private_config.h"
for file in "$jansson"/*.c "$system"/*.c; do compile_c "$file"; done

flags=(-target wasm32-unknown-none-wasm -wmo -parse-as-library -swift-version 6
  -package-name calque -enable-experimental-feature Embedded
  -enable-upcoming-feature ExistentialAny
  -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility
  -Osize -enforce-exclusivity=unchecked
  -Xllvm -inline-threshold=0 -Xllvm -sil-disable-pass=closure-specialize
  -module-cache-path "$folder/cache" -I "$folder/modules")
for each in -fmodule-map-file={include,Sources/CPlatform,Sources/CJansson}/module.modulemap \
  -I"$system" -I"$jansson" -I"$folder/objects" -isystem "$sysroot" "${macros[@]}"; do
  flags+=(-Xcc "$each")
done

# Modules by what they import, from the lists that CMake builds by.
order=$(awk '/^calque_module\(/ { sub(/.*\(/, ""); name = $1; print name, name; next }
  /IMPORTS/ { inside = 1 }
  inside { for (at = 1; at <= NF; at++) { word = $at; gsub(/[()]/, "", word)
    if (word ~ /^Calque/) print word, name } }
  /\)$/ { inside = 0 }' cmake/CalqueSources.cmake | tsort)
for module in $order; do
  product=(-emit-module -o "$folder/modules/$module.swiftmodule")
  [[ $module != CalqueABI ]] || product=(-c -o "$folder/objects/calque.o")
  mapfile -t sources < <(find "Sources/$module" -name '*.swift' | sort)
  swiftc "${flags[@]}" -module-name "$module" "${product[@]}" "${sources[@]}"
done

exports=(--export=malloc --export=free)
for name in $(sed -n 's/^ *\(calque_[a-z0-9_]*\);$/\1/p' cmake/calque.map); do
  exports+=("--export=$name")
done
"$toolchain/wasm-ld" --no-entry --gc-sections --strip-all -o "$folder/calque.wasm" \
  /usr/lib/wasm32-wasi/crt1-reactor.o "$folder"/objects/*.o "${exports[@]}" \
  -L/usr/lib/wasm32-wasi -lwasi-emulated-mman -lwasi-emulated-signal \
  -lwasi-emulated-getpid -lc -lm "$runtime/libswiftUnicodeDataTables.a" "$builtins"
echo "$folder/calque.wasm: $(stat -c %s "$folder/calque.wasm") bytes"
