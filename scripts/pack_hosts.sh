#!/usr/bin/env bash
# Makes the packages of the hosts, each in the form of its own ecosystem, around installed
# libraries.
#
# usage: scripts/pack_hosts.sh TREES FOLDER [HOST]...
#
# TREES has a folder with include and lib, such as an unpacked archive of a release, for
# each system that packages are for: x86_64-linux-gnu, aarch64-linux-musl and so on, that
# of this machine among them. They go under these names into the packages, whose code
# chooses among them. CALQUE_SYSTEM is what tools/targets.sh needs for other machines.
#
# Hosts are rust, go, node, java, ruby, php, lua and perl; without names all of them.
set -euo pipefail
cd "$(dirname "$0")/.."
source tools/targets.sh
trees=$(realpath "$1")
tree=$trees/$(uname -m)-linux-gnu
folder=$(realpath -m "$2")
shift 2
hosts=("$@")
[[ $# -gt 0 ]] || hosts=(rust go node java ruby php lua perl)
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PKG_CONFIG_PATH=$tree/lib/pkgconfig
number() { sed -n "s/^#define CALQUE_VERSION_$1 //p" include/calque/version.h; }
version=$(number MAJOR).$(number MINOR).$(number PATCH)
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct)}"
export SOURCE_DATE_EPOCH

# staged HOST FILE... : a copy of what a package of a host has, with the licence.
staged() {
  local host=$1
  shift
  mkdir -p "$work/$host"
  (cd "bindings/$host" && cp -r --parents "$@" "$work/$host")
  cp LICENSE "$work/$host"
}

# zipped FILE PREFIX FOLDER : a zip with the time of the commit in it.
zipped() {
  python3 - "$@" <<'EOF'
import os, sys, time, zipfile
from pathlib import Path

file, prefix, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
moment = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        entry = zipfile.ZipInfo(prefix + path.relative_to(folder).as_posix(), moment)
        entry.external_attr = 0o644 << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        out.writestr(entry, path.read_bytes())
EOF
}

# natives FOLDER : the libraries, each in a folder of its system.
natives() {
  local each
  for each in "$trees"/*; do
    mkdir -p "$1/${each##*/}"
    cp "$each/lib/libcalque.so.0" "$1/${each##*/}"
  done
}

pack_rust() {
  staged rust Cargo.toml README.md calque/{Cargo.toml,src,examples} \
    calque-sys/{Cargo.toml,build.rs,src}
  cp LICENSE "$work/rust/calque"
  cp LICENSE "$work/rust/calque-sys"
  (cd "$work/rust" && cargo package --quiet --offline --workspace --allow-dirty \
    --target-dir "$work/target")
  cp "$work"/target/package/*.crate "$folder"
}

pack_go() {
  staged go {call,calque,events,link,link_static,object,resources,texts,translate,translator}.go events.{c,h} go.mod README.md example
  (cd "$work/go" && go vet .)
  zipped "$folder/calque-go-$version.zip" calque-go/ "$work/go"
}

# outside TREE : what its archive leaves to others: a release has jansson inside, Debian's
# has not.
outside() {
  echo -lm
  ! grep -q '^Requires.private:.*jansson' "$1/lib/pkgconfig/calque.pc" || echo -ljansson
}

pack_node() {
  staged node package.json README.md addon.c binding.gyp calque.{js,mjs,d.ts,d.mts} {call,events}.h
  local include each prebuilt
  include=$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")/include/node
  for each in "$trees"/*; do
    prebuilt=$work/node/prebuilds/${each##*/}
    mkdir -p "$prebuilt"
    compiler_for "${each##*/}"
    # The library is inside, and none of its names is seen outside.
    "${compiler[@]}" -O2 -Wall -Wextra -Werror -shared -fPIC -s "-I$include" \
      "-I$each/include" "$work/node/addon.c" -o "$prebuilt/calque.node" \
      "$each/lib/libcalque.a" $(outside "$each") -Wl,--exclude-libs,ALL -Wl,--gc-sections
  done
  (cd "$work/node" && npm pack --silent --pack-destination "$folder" >/dev/null)
}

pack_java() {
  staged java pom.xml README.md src
  natives "$work/natives/calque"
  local each java
  java=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")/include
  for each in "$work/natives/calque"/*; do
    compiler_for "${each##*/}"
    "${compiler[@]}" -O2 -Wall -Wextra -Werror -shared -fPIC -s -nostdlib "-I$java" \
      "-I$java/linux" "-I$tree/include" "$work/java/src/main/c/jni.c" -o "$each/libcalque-jni.so"
  done
  # Maven writes into its repository: a copy of links to Debian's.
  cp -rs /usr/share/maven-repo "$work/repository"
  (cd "$work/java" && mvn --offline --batch-mode --quiet package -DskipTests \
    "-Dmaven.repo.local=$work/repository" "-Dnatives=$work/natives" \
    "-Dproject.build.outputTimestamp=$(date -u -d "@$SOURCE_DATE_EPOCH" +%FT%TZ)")
  cp "$work/java/target/calque-$version.jar" "$folder"
  cp "$work/java/pom.xml" "$folder/calque-$version.pom"
}

pack_ruby() {
  staged ruby calque.gemspec README.md lib
  natives "$work/ruby/lib/calque"
  (cd "$work/ruby" && gem build --silent calque.gemspec)
  cp "$work"/ruby/calque-*.gem "$folder"
}

pack_php() {
  staged php composer.json README.md src
  natives "$work/php/native"
  cp "$tree/include/calque.cdef.h" "$work/php/native"
  COMPOSER_ALLOW_SUPERUSER=1 composer validate --quiet --strict --no-check-version \
    "$work/php/composer.json"
  zipped "$folder/calque-php-$version.zip" "" "$work/php"
}

pack_lua() {
  staged lua calque.rockspec README.md calque.lua
  natives "$work/lua/native"
  cp "$tree/include/calque.cdef.h" "$work/lua"
  local each installed=
  for each in "$work"/lua/native/*; do
    each=${each##*/}
    installed+="[\"calque.$each.library\"] = \"native/$each/libcalque.so.0\", "
  done
  sed "s|^.*calque.declarations.*|& $installed|" "$work/lua/calque.rockspec" \
    >"$work/lua/calque-$version-1.rockspec"
  rm "$work/lua/calque.rockspec"
  (cd "$work/lua" && luarocks --lua-version 5.1 --tree "$work/rocks" make --pack-binary-rock \
    >/dev/null)
  cp "$work"/lua/calque-*.rock "$folder"
}

pack_perl() {
  staged perl Makefile.PL README.md lib
  natives "$work/perl/lib/Calque"
  (cd "$work/perl" && perl Makefile.PL >/dev/null && make manifest 2>/dev/null >&2 &&
    make dist >/dev/null)
  cp "$work"/perl/Calque-*.tar.gz "$folder"
}

for host in "${hosts[@]}"; do
  "pack_$host"
done
