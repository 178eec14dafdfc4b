#!/usr/bin/env bash
# Checks that C and C++ files are formatted as .clang-format says; .clang-format-ignore
# lists those that are not.
#
# usage: tools/checks/check_c_format.sh [--fix]
set -euo pipefail
cd "$(dirname "$0")/../.."
[[ -d .venv/bin ]] && export PATH="$PWD/.venv/bin:$PATH"

mapfile -t files < <(git ls-files '*.c' '*.h' '*.hpp' '*.cpp')

if [[ ${1:-} == --fix ]]; then
  clang-format -i "${files[@]}"
  exit
fi
failed=0
for file in "${files[@]}"; do
  clang-format --dry-run -Werror "$file" > /dev/null 2>&1 || {
    failed=$((failed + 1))
    echo "FAILED $file: tools/checks/check_c_format.sh --fix formats it"
  }
done
echo "$((${#files[@]} - failed)) passed, $failed failed"
[[ $failed -eq 0 ]]
