# Compilers for the systems of a release. To be sourced by a bash script:
#
#   compiler_for SYSTEM   sets `compiler`, a command that compiles C for a system, such as
#                         aarch64-linux-musl. For another machine than this CALQUE_SYSTEM
#                         is an unpacked system of Debian
compiler_for() {
  local machine=${1%%-*} here
  here=$(uname -m)
  case $1 in
    "$here-linux-gnu") compiler=(gcc) ;;
    "$here-linux-musl") compiler=(musl-gcc) ;;
    *-linux-musl) compiler=("$(dirname "${BASH_SOURCE[0]}")/musl-clang") ;;
    *) compiler=("$(dirname "$(readlink -f "$(command -v swiftc)")")/clang"
      "--target=$machine-linux-gnu" "--sysroot=$CALQUE_SYSTEM" -fuse-ld=lld) ;;
  esac
}
