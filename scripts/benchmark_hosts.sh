#!/usr/bin/env bash
# Times a plain and a plural call of each binding, and of the library that its language
# usually has for it, in one run: nanoseconds of CPU time for a call, the best of nine
# rounds. A library that is not installed has no figure.
#
# usage: scripts/benchmark_hosts.sh [BUILD]
set -euo pipefail
cd "$(dirname "$0")/.."
build=$(realpath "${1:-build}")
export CALQUE_LIBRARY=$build/libcalque.so LD_LIBRARY_PATH=$build
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/tree" >/dev/null
data=$work/data
mkdir "$data"
python3 Benchmarks/hosts/data.py "$data"
calls=$PWD/Benchmarks/hosts/calls
cc="-O2 -Iinclude"
link="-L$build -lcalque -Wl,-rpath,$build"
echo "| language | library | plain | plural |"
echo "|---|---|--:|--:|"

# host NAME COMMANDS : its lines are library, row and nanoseconds, with tabs between.
host() {
  if ! bash -euo pipefail -c "$2" >"$work/said" 2>"$work/failed"; then
    echo "| $1 | no figures: $(tail -n 1 "$work/failed") | | |"
    return
  fi
  awk -F '\t' -v name="$1" '$2 == "plain" { plain = $3 }
    $2 == "plural" { print "| " name " | " $1 " | " plain " | " $3 " |" }' "$work/said"
}
export work build data calls cc link

host C++ 'g++ -std=c++17 $cc $calls.cpp -o $work/calls.cpp.out $link
  $work/calls.cpp.out $data'
node=$(dirname "$(dirname "$(readlink -f "$(command -v node || echo /usr/bin/node)")")")
i18next=/usr/share/nodejs/i18next
[[ -e $i18next ]] || i18next=
export node i18next CALQUE_MODULE=$PWD/bindings/node/calque.js
host Node 'gcc -shared -fPIC $cc -I$node/include/node bindings/node/addon.c \
    -o $work/calque.node $link
  NODE_PATH=/usr/share/nodejs CALQUE_ADDON=$work/calque.node node $calls.js $data $i18next'
[[ ! -e build-wasm/calque.wasm ]] || host WebAssembly '
  export CALQUE_WASM=$PWD/build-wasm/calque.wasm
  CALQUE_ADDON=$PWD/bindings/wasm/calque-wasm.js node --no-warnings $calls.js $data'
host Python 'PYTHONPATH=bindings/python/src:$build python3 $calls.py $data'
host Rust 'cp -r bindings/rust $work/rust && cp $calls.rs $work/rust/calque/examples/
  cd $work/rust && CALQUE_LIB_DIR=$build cargo build --quiet --offline --release \
    --example calls && target/release/examples/calls $data'
host Go 'mkdir -p $work/go/src/calque.invalid && cp -r bindings/go $work/go/src/calque.invalid/calque
  export GO111MODULE=off GOPATH=$work/go:/usr/share/gocode GOCACHE=$work/cache \
    PKG_CONFIG_PATH=$work/tree/lib/pkgconfig
  go run $calls.go $data'
host Java 'jna=/usr/share/java/jna.jar
  java=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")/include
  mkdir -p $work/java/calque/$(uname -m)-linux-gnu
  gcc -shared -fPIC $cc -I$java -I$java/linux bindings/java/src/main/c/jni.c \
    -o $work/java/calque/$(uname -m)-linux-gnu/libcalque-jni.so
  javac -cp $jna -d $work/java bindings/java/src/main/java/calque/*.java Benchmarks/hosts/Calls.java
  java -cp $work/java:$jna Calls $data'
host Lua 'luajit $calls.lua $data'
host PHP 'php $calls.php $data'
host Ruby 'ruby $calls.rb $data'
host Perl 'perl $calls.pl $data'
