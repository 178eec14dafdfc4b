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
# CALQUE_RELEASE is the folder of a release: its packages are tried. Without it packages are
# made around the library of the folder build. With a release CALQUE_MACHINE=aarch64 tries
# the interpreters of Debian for that machine, under qemu, without the cases of misuse;
# CALQUE_SYSTEM is where they are unpacked already. CALQUE_MUSL is a folder of
# tools/build_musl_hosts.sh: those that it has for the machine are tried.
set -euo pipefail
cd "$(dirname "$0")/../.."
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
  local name=$1 tools=$2 make=$3 example=$4 tool heading p f
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
  local folder=${name,,}
  export readme=$root/bindings/${folder/c++/cpp}/README.md
  if grep -qs '^## A first program' "$readme"; then
    tools/checks/first_program.py "$readme" "$work/here/first" "$work/here/expected"
    make+="
      cmp $work/here/printed $work/here/expected"
  fi
  # The program of the page about native halves, for hosts that have one there.
  heading=$(sed -n "s/^## \(.* in $name\)$/\1/p" docs/native.md)
  if [[ -n $heading ]]; then
    tools/checks/first_program.py docs/native.md "$work/here/native" "$work/here/native.out" \
      "$heading"
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
  [[ $machine != "$(uname -m)" ]] ||
    python3 Tests/Conformance/misuse.py "${misuse[@]//Conformance/Misuse}" >>"$work/log" 2>&1 || true
  grep -a -A 5 '^FAIL' "$work/log" || true
  read -r p f <<<"$(awk '/^[0-9]+ passed, [0-9]+ failed$/ { p += $1; f += $3 } END { print p + 0, f + 0 }' "$work/log")"
  printf '%-8s %9s %9s\n' "$name" "$p" "$f"
  passed=$((passed + p))
  failed=$((failed + f))
}

# The library as it is installed, and the packages around it.
tree=$work/trees/$(uname -m)-linux-gnu
mkdir -p "$tree"
if [[ -n ${CALQUE_RELEASE:-} ]]; then
  packages=$(realpath "$CALQUE_RELEASE")
  tar -C "$tree" --strip-components=1 -xf "$packages"/calque-*-"$(uname -m)"-linux.tar.gz
  pack=:
else
  packages=$work/packages
  cmake --install build --prefix "$tree" >/dev/null
  pack="scripts/pack_hosts.sh $work/trees $packages"
fi
unset CALQUE_LIBRARY LD_LIBRARY_PATH
export root=$PWD here=$work/here PKG_CONFIG_PATH=$tree/lib/pkgconfig
export work tree packages
catalog=$work/samples.calque
"$tree/bin/calque-compile" compile samples "$catalog" >/dev/null

cc="-O1 -Wall -Wextra -Werror -I$tree/include"
link="-L$tree/lib -lcalque -Wl,-rpath,$tree/lib"
node=$(dirname "$(dirname "$(readlink -f "$(command -v node || echo /usr/bin/node)")")")
jna=/usr/share/java/jna.jar
platypus=$(perl -MFFI::Platypus -e 'print $INC{"FFI/Platypus.pm"}' 2>/dev/null ||
  echo FFI::Platypus)

machine=${CALQUE_MACHINE:-$(uname -m)}
if [[ -n ${CALQUE_MUSL:-} ]]; then
  musl=$(realpath "$CALQUE_MUSL/$machine")
  musl_hosts=
  if [[ $machine == "$(uname -m)" ]]; then
    tar -C "$tree" --strip-components=1 -xf "$packages"/calque-*-"$machine"-linux-musl.tar.gz
    export CC=musl-gcc
    musl_hosts=Go
  else
    source tools/packages.sh
    run_by_qemu "$machine"
  fi
  mkdir "$work/bin"
  for each in luajit:Lua node:Node php:PHP ruby:Ruby; do
    [[ -e $musl/bin/${each%:*} ]] || continue
    ln -s "$musl/bin/${each%:*}" "$work/bin"
    musl_hosts+=" ${each#*:}"
  done
  # Tools that install packages run by the interpreters of this system.
  for each in composer gem npm luarocks; do
    printf '#!/bin/sh\nPATH=%q exec %s "$@"\n' "$PATH" "$each" >"$work/bin/$each"
    chmod +x "$work/bin/$each"
  done
  : "${CALQUE_HOSTS:=$musl_hosts}"
  export PATH=$work/bin:$PATH QEMU_LD_PREFIX=${CALQUE_SYSTEM:-/}
elif [[ $machine != "$(uname -m)" ]]; then
  source tools/packages.sh
  : "${CALQUE_HOSTS:=Java Lua Node Perl PHP Ruby}" "${CALQUE_SYSTEM:=$work/system}"
  [[ -d $CALQUE_SYSTEM ]] || debian_system "$CALQUE_SYSTEM" arm64 default-jre-headless \
    libffi-platypus-perl libjna-jni luajit nodejs perl php-cli ruby >/dev/null
  run_by_qemu "$machine"
  mkdir "$work/bin"
  for each in luajit node perl ruby; do
    ln -s "$CALQUE_SYSTEM/usr/bin/$each" "$work/bin"
  done
  # What installing these packages would have set up.
  ln -sf "$CALQUE_SYSTEM"/usr/lib/jvm/java-*-openjdk-*/bin/java "$work/bin"
  printf '#!/bin/sh\nexec "%s" -d extension=ffi "$@"\n' "$CALQUE_SYSTEM"/usr/bin/php[0-9]* \
    >"$work/php" && chmod +x "$work/php" && mv "$work/php" "$work/bin"
  export QEMU_LD_PREFIX=$CALQUE_SYSTEM PATH=$work/bin:$PATH
fi
export machine

host C++ g++ "for each in example conformance misuse; do
    g++ -std=c++17 $cc bindings/cpp/\$each.cpp -o $work/\$each.cpp.out $link -pthread; done
  g++ -std=c++17 -fsanitize=address,undefined $cc bindings/cpp/test.cpp \
    bindings/cpp/second.cpp -o $work/tests.cpp.out $link
  $work/tests.cpp.out
  g++ -std=c++17 -fno-exceptions -fno-rtti $cc bindings/cpp/without_exceptions.cpp \
    bindings/cpp/second.cpp -o $work/without.cpp.out $link
  $work/without.cpp.out
  cp $work/here/first $work/first.cpp
  g++ -std=c++17 \$(pkg-config --cflags calque) $work/first.cpp -o $work/first.cpp.out $link
  $work/first.cpp.out >$work/here/printed" \
  "$work/example.cpp.out samples $catalog" "$work/conformance.cpp.out"
host Node "npm node $node/include/node/node_api.h" "$pack node
  cd $here
  npm init --yes >/dev/null
  npm install --silent --offline --no-audit --no-fund $packages/calque-*.tgz
  cp $root/bindings/node/{conformance,example,misuse}.js .
  mv first first.mjs
  node first.mjs >printed
  cp native native.mjs && node native.mjs | cmp - native.out
  # Without the addon that is inside, the install compiles one.
  [[ \$machine == \$(uname -m) && -z \${CALQUE_MUSL:-} ]] || exit 0
  mkdir other && cd other && npm init --yes >/dev/null
  tar xf $packages/calque-*.tgz && rm -r package/prebuilds
  npm install --silent --offline --no-audit --no-fund --nodedir=$node --install-links ./package
  node -e 'require(\"calque\")'" \
  "cd $here && node example.js $root/samples $catalog" node "$here/conformance.js"
# Where scripts/build_wasm.sh has made it.
wasm=$PWD/build-wasm/calque.wasm
over_wasm=(env "CALQUE_ADDON=$PWD/bindings/wasm/calque-wasm.js" "CALQUE_WASM=$wasm"
  node --no-warnings)
host Wasm "node $wasm" "cd $here && mkdir -p node_modules && cp -r $root/bindings/node node_modules/calque
  cp node_modules/calque/{conformance,example,misuse}.js ." \
  "${over_wasm[*]} $here/example.js $root/samples $catalog" \
  "${over_wasm[@]}" "$here/conformance.js"
host Rust cargo "$pack rust
  cd $here
  for each in $packages/*.crate; do tar xf \$each; done
  mkdir -p src/bin
  cp $root/bindings/rust/calque/examples/*.rs src/bin
  mv first src/bin/first.rs
  mv native src/bin/native.rs
  sed -n '/^\`\`\`toml$/,/^\`\`\`$/p' \$readme | grep -v '^\`\`\`' | sed 's|vendor/|./|; s|VERSION|'\$(ls | sed -n 's/^calque-\([0-9].*\)/\1/p')'|' >lines
  { printf '[package]\nname = \"host\"\nedition = \"2021\"\n'; cat lines; } >Cargo.toml
  export CARGO_TARGET_DIR=$work/rust
  # With the library inside: it starts without a path to it.
  cargo build --offline --release
  $work/rust/release/first >printed
  $work/rust/release/native | cmp - native.out
  env -u CARGO_TARGET_DIR LD_LIBRARY_PATH=$tree/lib cargo test --offline --release --doc --target-dir $work/rust \
    --manifest-path $root/bindings/rust/Cargo.toml" \
  "$work/rust/release/example samples $catalog" "$work/rust/release/conformance"
host Go go "$pack go
  cd $here
  export GOCACHE=$work/gocache GOFLAGS=-mod=mod GOPROXY=off
  mkdir third_party && python3 -m zipfile -e $packages/calque-go-*.zip third_party
  go mod init host
  cp -r $root/bindings/go/{conformance,example,misuse} .
  mkdir start server && mv first start/main.go && mv native server/main.go
  eval \"\$(grep '^go mod edit' \$readme)\"
  go vet ./conformance ./example ./misuse ./start ./server
  CGO_LDFLAGS=-Wl,-rpath,$tree/lib go build -o $work/go/ ./conformance ./example ./misuse ./start ./server
  $work/go/start >printed
  $work/go/server | cmp - native.out
  # With the library inside: it starts without a path to it.
  CGO_LDFLAGS=\$(sed -n 's/^Requires.private:.*jansson.*/-ljansson/p' $tree/lib/pkgconfig/calque.pc) \\
    go build -tags calque_static -o $work/go/ ./start
  $work/go/start | cmp - printed" \
  "$work/go/example samples $catalog" "$work/go/conformance"
host Java "javac mvn $jna" "$pack java
  cd $here
  cp $packages/calque-*.jar calque.jar
  cp $root/bindings/java/*.java .
  mkdir start && mv first start/First.java
  javac -Xlint:all -Werror -cp calque.jar:$jna -d classes *.java start/First.java
  java -cp classes:calque.jar:$jna First >printed" \
  "java -cp $here/classes:$here/calque.jar:$jna Example samples $catalog" \
  java -cp "$here/classes:$here/calque.jar:$jna" Conformance
host Lua "luajit luarocks" "$pack lua
  cd $here
  luarocks --lua-version 5.1 --tree $work/rocks install --deps-mode none $packages/calque-*.rock
  cp $root/bindings/lua/{conformance,example,misuse}.lua .
  LUA_PATH='$work/rocks/share/lua/5.1/?.lua' \
    luajit first >printed" \
  "LUA_PATH='$work/rocks/share/lua/5.1/?.lua' luajit $here/example.lua samples $catalog" \
  env "LUA_PATH=$work/rocks/share/lua/5.1/?.lua" luajit "$here/conformance.lua"
host PHP "php composer unzip" "$pack php
  cd $here
  export COMPOSER_ALLOW_SUPERUSER=1 COMPOSER_HOME=$work/composer COMPOSER_DISABLE_NETWORK=1
  echo '{}' >composer.json
  composer config repositories.packagist.org false
  cp $packages/calque-php-*.zip .
  version=\$(ls calque-php-* | sed 's/calque-php-//; s/.zip//')
  sed -n '/^unzip/,/^composer require/p' \$readme | sed s/VERSION/\$version/ >lines
  bash -eu lines
  cp $root/bindings/php/{conformance,example,misuse}.php .
  php first >printed" \
  "cd $here && php example.php $root/samples $catalog" php "$here/conformance.php"
host Ruby "ruby gem" "$pack ruby
  gem install --silent --local --no-document --install-dir $work/gems $packages/calque-*.gem
  cd $here
  cp $root/bindings/ruby/{conformance,example,misuse}.rb .
  GEM_PATH=$work/gems ruby first >printed" \
  "GEM_PATH=$work/gems ruby $here/example.rb samples $catalog" \
  env "GEM_PATH=$work/gems" ruby "$here/conformance.rb"
host Perl "perl make $platypus" "$pack perl
  cd $here
  tar xf $packages/Calque-*.tar.gz
  # The makefile of another machine's Perl asks for files of that machine.
  if [[ \$machine == \$(uname -m) ]]; then
    (cd Calque-* && perl Makefile.PL INSTALL_BASE=$work/perl5 && make install)
  else
    mkdir -p $work/perl5/lib && cp -r Calque-*/lib $work/perl5/lib/perl5
  fi
  podchecker Calque-*/lib/Calque.pm
  cp $root/bindings/perl/{conformance,example,misuse}.pl .
  PERL5LIB=$work/perl5/lib/perl5 perl first >printed" \
  "PERL5LIB=$work/perl5/lib/perl5 perl $here/example.pl samples $catalog" \
  env "PERL5LIB=$work/perl5/lib/perl5" perl "$here/conformance.pl"

# Zig reads the header as it is.
if [[ " ${CALQUE_HOSTS:-Zig} " != *" Zig "* ]]; then :
elif ! python3 -c 'import ziglang' 2>/dev/null; then
  echo "Zig      skipped: no Python package ziglang"
  skipped=$((skipped + 1))
else
  rm -rf "$work/here"
  mkdir "$work/here"
  if (cd "$work/here" && python3 -m ziglang build-exe "$root/bindings/zig/first.zig" -I "$tree/include" \
    -L "$tree/lib" -lc -lcalque && ./first) >"$work/log" 2>&1 &&
    tail -n 1 "$work/log" | grep -qx '3 Dateien'; then
    passed=$((passed + 1))
    printf '%-8s %9s %9s\n' Zig 1 0
  else
    failed=$((failed + 1))
    echo "FAILED: Zig"
    tail -n 20 "$work/log"
  fi
fi

echo "$passed passed, $failed failed, $skipped skipped"
[[ $failed -eq 0 ]]
