# Counts checks. To be sourced by a bash script that has a folder for logs, $folder:
#
#   check "what it is" COMMAND...   runs it; shows its output when it fails
#   checks_end                      prints `N passed, N failed`; false when any failed
checks_passed=0
checks_failed=0

check() {
  local name=$1
  shift
  if "$@" >"$folder/log" 2>&1; then
    checks_passed=$((checks_passed + 1))
  else
    checks_failed=$((checks_failed + 1))
    echo "FAILED: $name"
    tail -n 60 "$folder/log"
  fi
}

checks_end() {
  echo "$checks_passed passed, $checks_failed failed"
  [[ $checks_failed -eq 0 ]]
}
