#!/usr/bin/env bash
# Makes the packages of the hosts, each in the form of its own ecosystem, around an
# installed library: a folder with include and lib, such as an unpacked archive of a
# release.
#
# usage: scripts/pack_hosts.sh TREE FOLDER [HOST]...
#
# Hosts are rust, go, node, java, ruby, php, lua and perl; without names all of them.
set -euo pipefail
cd "$(dirname "$0")/.."
tree=$(realpath "$1")
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
  zipped "$folder/calque-go-$version.zip" "calque.invalid/calque@v$version/" "$work/go"
}

for host in "${hosts[@]}"; do
  "pack_$host"
done
