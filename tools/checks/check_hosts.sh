#!/usr/bin/env bash
# Installs the package of each language whose tools are present, as its users do, in a
# folder outside the checkout, and runs there the first program of its README, its
# example, all conformance cases of translators and messages through its runner, and what
# programs forget or mistake through its program of misuse. A language without its tools
# is skipped, which the table and the closing line say.
#
# usage: tools/checks/check_hosts.sh [CASES ...]
#
# CALQUE_HOSTS names the hosts to try, such as "Node Go"; without it all are.
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
# program of misuse has that word in its name. The first program of the README is in the
# file `first`, and the build leaves what it prints in the file `printed`.
host() {
  local name=$1 tools=$2 make=$3 example=$4 tool p f
  shift 4
  [[ " ${CALQUE_HOSTS:-$name} " == *" $name "* ]] || return 0
  for tool in $tools; do
    if ! command -v "$tool" >/dev/null && [[ ! -e $tool ]]; then
      printf '%-8s skipped: no %s\n' "$name" "$tool"
      skipped=$((skipped + 1))
      return
    fi
  done
  rm -rf "$work/here"
  mkdir "$work/here"
  export readme=$root/bindings/${name,,}/README.md
  if grep -qs '^## A first program' "$readme"; then
    tools/checks/first_program.py "$readme" "$work/here/first" "$work/here/expected"
    make+="
      cmp $work/here/printed $work/here/expected"
  fi
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

# The library as it is installed, and the packages around it.
tree=$work/tree
packages=$work/packages
cmake --install "$build" --prefix "$tree" >/dev/null
export root=$PWD here=$work/here PKG_CONFIG_PATH=$tree/lib/pkgconfig
pack="scripts/pack_hosts.sh $tree $packages"
export work build tree packages

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
host Rust cargo "$pack rust
  cd $here
  for each in $packages/*.crate; do tar xf \$each; done
  mkdir -p src/bin
  cp $root/bindings/rust/calque/examples/*.rs src/bin
  mv first src/bin/first.rs
  sed -n '/^\`\`\`toml$/,/^\`\`\`$/p' \$readme | grep -v '^\`\`\`' | sed 's|vendor/|./|; s|VERSION|'\$(ls | sed -n 's/^calque-\([0-9].*\)/\1/p')'|' >lines
  { printf '[package]\nname = \"host\"\nedition = \"2021\"\n'; cat lines; } >Cargo.toml
  export CARGO_TARGET_DIR=$work/rust
  # With the library inside: it starts without a path to it.
  cargo build --offline --release
  env -u LD_LIBRARY_PATH $work/rust/release/first >printed
  env -u CARGO_TARGET_DIR cargo test --offline --release --doc --target-dir $work/rust \
    --manifest-path $root/bindings/rust/Cargo.toml" \
  "$work/rust/release/example samples $catalog" "$work/rust/release/conformance"
host Go go "$pack go
  cd $here
  export GOCACHE=$work/gocache GOFLAGS=-mod=mod GOPROXY=off
  mkdir third_party && python3 -m zipfile -e $packages/calque-go-*.zip third_party
  go mod init host
  cp -r $root/bindings/go/{conformance,example,misuse} .
  mkdir start && mv first start/main.go
  version=\$(ls third_party/calque.invalid | cut -d @ -f 2)
  eval \"\$(grep '^go mod edit' \$readme | sed s/VERSION/\$version/)\"
  go vet ./conformance ./example ./misuse ./start
  go build -o $work/go/ ./conformance ./example ./misuse ./start
  $work/go/start >printed
  # With the library inside: it starts without a path to it.
  CGO_LDFLAGS=-ljansson go build -tags calque_static -o $work/go/ ./start
  env -u LD_LIBRARY_PATH $work/go/start | cmp - printed" \
  "$work/go/example samples $catalog" "$work/go/conformance"
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
