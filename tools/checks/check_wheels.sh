#!/usr/bin/env bash
# Runs the whole Python suite against the wheels of a release: for each interpreter in an
# empty environment, away from the checkout's package.
#
# usage: tools/checks/check_wheels.sh FOLDER [PYTHON]...
#
# Without names the interpreters of CALQUE_PYTHONS are taken, or python3. A free-threaded
# Python 3.13 has no wheels of lxml, moz.l10n and ast-grep-py, which the command needs:
# there its tests are left out.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(realpath "$1")
shift
[[ $# -gt 0 ]] || read -ra pythons <<<"${CALQUE_PYTHONS:-python3}"
[[ $# -eq 0 ]] || pythons=("$@")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
unset CALQUE_LIBRARY PYTHONPATH

# The tests with what they read, and no package beside them.
mkdir "$work/tree"
git ls-files -z | grep -zEv '^(bindings/python|command)/src/' |
  tar --null --files-from=- -cf - | tar -C "$work/tree" -xf -
grep -Ev '^(cffi|clang-format|ruff)' scripts/requirements.txt >"$work/requirements.txt"

# suite PYTHON : the suite from the wheel that fits the interpreter best.
suite() {
  local venv=$work/venv ready=() packages=(calque calque_command)
  rm -rf "$venv"
  "$1" -m venv "$venv"
  cp "$work/requirements.txt" "$work/wanted.txt"
  if "$1" -c 'import sysconfig as s; s.get_config_var("Py_GIL_DISABLED") or exit(1)'; then
    sed -i -E '/^(ast-grep|lxml|moz)/d' "$work/wanted.txt"
    # Versions that have a wheel for it: without one, pip would compile the newest.
    ready=(--only-binary :all:)
    packages=(calque)
  fi
  "$venv/bin/pip" install --quiet "${ready[@]}" --requirement "$work/wanted.txt"
  "$venv/bin/pip" install --quiet --no-index --no-deps --find-links "$folder" calque-i18n
  cd "$work/tree"
  "$venv/bin/python" -c 'import calque, sys; print(sys.version.split()[0], calque.about())
assert "site-packages" in calque.__file__'
  "$venv/bin/calque-i18n" --version
  # Few of the random histories again, and no interruptions: the checkout's package ran them all.
  export CALQUE_HISTORIES=9
  for package in "${packages[@]}"; do
    cd "$work/tree/$([[ $package == calque ]] && echo bindings/python || echo command)"
    PATH="$venv/bin:$PATH" "$venv/bin/python" -m pytest -q -p no:cacheprovider \
      tests --ignore tests/test_interruptions.py --pyargs "$package"
  done
}

for python in "${pythons[@]}"; do
  # Not `if suite`: bash ignores -e there.
  set +e
  (set -e; suite "$python") >"$work/log" 2>&1
  status=$?
  set -e
  if [[ $status -eq 0 ]]; then
    passed=$((passed + 1))
    sed -n '1p' "$work/log"; grep -a ' passed' "$work/log"
  else
    failed=$((failed + 1))
    echo "FAILED: $python"
    tail -n 60 "$work/log"
  fi
done
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
