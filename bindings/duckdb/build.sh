#!/usr/bin/env bash
# Builds calque.duckdb_extension from the C file beside this, with what DuckDB reads at its end.
#
# usage: bindings/duckdb/build.sh LIBRARY-FOLDER [OUTPUT-FOLDER]
#   LIBRARY-FOLDER   has libcalque.so or libcalque.a, as scripts/build.sh makes it
set -euo pipefail
cd "$(dirname "$0")"
library=$(realpath "$1")
into=$(realpath "${2:-$library}")
extension=$into/calque.duckdb_extension

case $(uname -m) in
  x86_64) platform=linux_amd64 ;;
  aarch64) platform=linux_arm64 ;;
  *) echo "build.sh: no name of this platform is known" >&2 && exit 1 ;;
esac
version=$(sed -nE 's/^#define CALQUE_VERSION_(MAJOR|MINOR|PATCH) //p' ../../include/calque/version.h | paste -sd.)

"${CC:-cc}" -std=gnu11 -O2 -fPIC -shared -fvisibility=hidden -Wall -Wextra -Werror -I../../include \
  -o "$extension" calque_duckdb.c -L"$library" -lcalque -Wl,-rpath,"$library" -pthread

# Eight fields of 32 bytes, the last one first, and room for a signature of 256.
field() { printf '%s' "$1" && head -c $((32 - ${#1})) /dev/zero; }
{
  head -c 96 /dev/zero
  field C_STRUCT
  field "v$version"
  field v1.2.0
  field "$platform"
  field 4
  head -c 256 /dev/zero
} >>"$extension"
echo "$extension"
