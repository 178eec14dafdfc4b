# Runs steps and counts their results. To be sourced by a bash script:
#
#   step "what it is" COMMAND...   runs it, shows its output, counts its results
#   steps_together LANE...         runs functions that call `step` side by side, and
#                                  shows what each printed when all have ended
#   steps_end                      prints the ends of what failed, the table and
#                                  `N passed, N failed`; false when anything failed
#
# A step that fails does not stop the others. If steps_only is set, only steps with that
# word in their names run, in upper or lower case; steps_end fails if there are none.
steps_folder=$(mktemp -d)
trap 'rm -rf "$steps_folder"' EXIT
steps_table=$steps_folder/table
steps_passed=0
steps_failed=0
steps_only=${steps_only:-}
: >"$steps_table"

step() {
  local name=$1 log=$steps_folder/log status=0 start=$SECONDS passed failed
  shift
  [[ ${name,,} == *"${steps_only,,}"* ]] || return 0
  echo
  echo "== $name"
  "$@" </dev/null 2>&1 | tee "$log" || status=${PIPESTATUS[0]}
  read -r passed failed < <(python3 tools/checks/count_results.py "$log" "$status")
  steps_passed=$((steps_passed + passed))
  steps_failed=$((steps_failed + failed))
  if [[ $failed -gt 0 ]]; then
    { printf '\n== FAILED: %s\n' "$name"; tail -n 60 "$log"; } >>"$steps_folder/failures"
  fi
  printf '%6d %6d %5ds  %s\n' "$passed" "$failed" $((SECONDS - start)) "$name" \
    >>"$steps_table"
}

# Names of its own are prefixed: lanes see them.
steps_together() {
  local steps_name steps_counts
  local -A steps_processes=()
  printf '\n== Side by side: %s\n' "$*"
  for steps_name in "$@"; do
    steps_lane "$steps_name" >"$steps_folder/$steps_name.log" 2>&1 &
    steps_processes[$steps_name]=$!
  done
  for steps_name in "$@"; do
    wait "${steps_processes[$steps_name]}" || echo "0 1" >"$steps_folder/$steps_name.counts"
    cat "$steps_folder/$steps_name.log"
    read -ra steps_counts <"$steps_folder/$steps_name.counts"
    steps_passed=$((steps_passed + steps_counts[0]))
    steps_failed=$((steps_failed + steps_counts[1]))
  done
}

# One lane, in a shell of its own: it hands its counts over in a file. Tables and
# failures are added to those of the others line by line.
steps_lane() {
  local steps_of_all=$steps_folder
  steps_passed=0 steps_failed=0 steps_folder=$steps_of_all/$1
  mkdir "$steps_folder"
  "$1"
  [[ ! -e $steps_folder/failures ]] || cat "$steps_folder/failures" >>"$steps_of_all/failures"
  echo "$steps_passed $steps_failed" >"$steps_of_all/$1.counts"
}

steps_end() {
  [[ ! -e $steps_folder/failures ]] || cat "$steps_folder/failures"
  echo
  echo "passed failed   time  step"
  cat "$steps_table"
  echo
  if ! grep -qiF -- "$steps_only" "$steps_table"; then
    echo "no step has \"$steps_only\" in its name"
    steps_failed=$((steps_failed + 1))
  fi
  echo "$steps_passed passed, $steps_failed failed"
  [[ $steps_failed -eq 0 && $steps_passed -gt 0 ]]
}
