#!/usr/bin/env bash
# Compiles every public header alone, in each language and standard that a host
# may use, and checks that the headers are documented.
set -euo pipefail
cd "$(dirname "$0")/../.."
passed=0
failed=0

# compile HEADER COMPILER LANGUAGE STANDARD
compile() {
  # Included twice: the guard is tested as well.
  if printf '#include "%s"\n#include "%s"\nint calque_header_alone;\n' "$1" "$1" |
    "$2" -x "$3" -std="$4" -Iinclude -Wall -Wextra -pedantic -Werror \
      -fsyntax-only -; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $1 as $4 with $2"
  fi
}

for path in include/calque.h include/calque/*.h; do
  header=${path#include/}
  for standard in c99 c11 c2x; do compile "$header" gcc c "$standard"; done
  for standard in c++11 c++20; do compile "$header" g++ c++ "$standard"; done
done

for standard in c99 c11 c2x; do
  compile calque_easy.h gcc c "$standard"
  compile calque_easy.h clang c "$standard"
done

for standard in c++17 c++20 c++23; do
  compile calque.hpp g++ c++ "$standard"
  compile calque.hpp clang++ c++ "$standard"
done

echo "compiled alone: $passed passed, $failed failed"
documented=$(python3 tools/checks/check_header_docs.py) || true
echo "$documented"
read -r p _ f _ <<<"$(tail -n 1 <<<"$documented")"
passed=$((passed + p))
failed=$((failed + f))
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
