#!/usr/bin/env bash
# Builds the binding of each language whose tools are present, runs its example, all
# conformance cases of translators and messages through its runner, and what programs
# forget or mistake through its program of misuse. A language without its tools is
# skipped, which the table and the closing line say.
#
# usage: tools/checks/check_hosts.sh [CASES ...]
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$PWD/build
export CALQUE_LIBRARY=$build/libcalque.so LD_LIBRARY_PATH=$build
files=("$@")
if [[ ${#files[@]} -eq 0 ]]; then
  files=(Tests/Conformance/cases/{translator-*,messages}.jsonl)
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
skipped=0
printf '%-8s %9s %9s\n' host passed failed

# host NAME "TOOL ..." BUILD EXAMPLE RUNNER...: what a host needs, how it is built, its
# example (which prints what bindings/example.txt has), and its runner, beside which the
# program of misuse has that word in its name.
host() {
  local name=$1 tools=$2 make=$3 example=$4 tool p f
  shift 4
  for tool in $tools; do
    if ! command -v "$tool" >/dev/null && [[ ! -e $tool ]]; then
      printf '%-8s skipped: no %s\n' "$name" "$tool"
      skipped=$((skipped + 1))
      return
    fi
  done
  if ! bash -euo pipefail -c "$make" >"$work/log" 2>&1; then
    echo "FAILED: $name does not build"
    tail -n 20 "$work/log"
    failed=$((failed + 1))
    return
  fi
  if bash -euo pipefail -c "$example" >"$work/said" 2>&1 &&
    cmp -s "$work/said" bindings/example.txt; then
    passed=$((passed + 1))
  else
    echo "FAILED: the example of $name prints"
    cat "$work/said"
    failed=$((failed + 1))
  fi
  python3 Tests/Conformance/hosts.py "$@" -- "${files[@]}" >"$work/log" 2>&1 || true
  local misuse=("${@//conformance/misuse}")
  python3 Tests/Conformance/misuse.py "${misuse[@]//Conformance/Misuse}" >>"$work/log" 2>&1 || true
  grep -A 5 '^FAIL' "$work/log" || true
  read -r p f <<<"$(awk '/^[0-9]+ passed, [0-9]+ failed$/ { p += $1; f += $3 } END { print p + 0, f + 0 }' "$work/log")"
  printf '%-8s %9s %9s\n' "$name" "$p" "$f"
  passed=$((passed + p))
  failed=$((failed + f))
}
catalog=$work/samples.calque
"$build/tools/calque-compile/calque-compile" compile samples "$catalog" >/dev/null
export work build

cc="-O1 -Wall -Wextra -Werror -Iinclude"
link="-L$build -lcalque -Wl,-rpath,$build"
node=$(dirname "$(dirname "$(readlink -f "$(command -v node || echo /usr/bin/node)")")")
jna=/usr/share/java/jna.jar
platypus=$(perl -MFFI::Platypus -e 'print $INC{"FFI/Platypus.pm"}' 2>/dev/null ||
  echo FFI::Platypus)

host C++ g++ "for each in example conformance misuse; do
    g++ -std=c++17 $cc bindings/cpp/\$each.cpp -o $work/\$each.cpp.out $link -pthread; done
  g++ -std=c++17 -fsanitize=address,undefined $cc bindings/cpp/test.cpp \
    bindings/cpp/second.cpp -o $work/tests.cpp.out $link
  $work/tests.cpp.out
  g++ -std=c++17 -fno-exceptions -fno-rtti $cc bindings/cpp/without_exceptions.cpp \
    bindings/cpp/second.cpp -o $work/without.cpp.out $link
  $work/without.cpp.out" \
  "$work/example.cpp.out samples $catalog" "$work/conformance.cpp.out"
export CALQUE_ADDON=$work/calque.node
host Node "node $node/include/node/node_api.h" \
  "gcc -shared -fPIC -ftrivial-auto-var-init=pattern $cc -I$node/include/node bindings/node/addon.c -o $work/calque.node $link" \
  "node bindings/node/example.js samples $catalog" node bindings/node/conformance.js
# Where scripts/build_wasm.sh has made it.
wasm=$PWD/build-wasm/calque.wasm
over_wasm=(env "CALQUE_ADDON=$PWD/bindings/wasm/calque-wasm.js" "CALQUE_WASM=$wasm"
  node --no-warnings)
host Wasm "node $wasm" true "${over_wasm[*]} bindings/node/example.js samples $catalog" \
  "${over_wasm[@]}" bindings/node/conformance.js
host Rust cargo "cd bindings/rust && CALQUE_LIB_DIR=$build cargo build --offline --release \
    --examples --target-dir $work/rust && CALQUE_LIB_DIR=$build cargo test --offline --release --doc \
    --target-dir $work/rust" \
  "$work/rust/release/examples/example samples $catalog" "$work/rust/release/examples/conformance"
host Go go "cd bindings/go && export GOCACHE=$work/go CGO_CFLAGS=-I$PWD/include \
    CGO_LDFLAGS=-L$build
  for each in conformance example misuse; do go build -o $work/\$each.go.out ./\$each; done" \
  "$work/example.go.out samples $catalog" "$work/conformance.go.out"
host Java "javac $jna" "javac -Xlint:all -Werror -cp $jna -d $work/java \
    bindings/java/calque/*.java bindings/java/*.java" \
  "java -cp $work/java:$jna Example samples $catalog" java -cp "$work/java:$jna" Conformance
host Lua luajit true "luajit bindings/lua/example.lua samples $catalog" \
  luajit bindings/lua/conformance.lua
host PHP php true "php bindings/php/example.php samples $catalog" php bindings/php/conformance.php
host Ruby ruby true "ruby bindings/ruby/example.rb samples $catalog" ruby bindings/ruby/conformance.rb
host Perl "perl $platypus" true "perl bindings/perl/example.pl samples $catalog" \
  perl bindings/perl/conformance.pl

echo "$passed passed, $failed failed, $skipped skipped"
[[ $failed -eq 0 ]]
