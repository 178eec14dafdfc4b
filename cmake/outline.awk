# Takes instruction sequences that occur several times in x86-64 assembly of the linker out
# of the functions that have them. The linker's own outliner leaves all that calls or that
# touches the stack where it is, and counts instructions instead of bytes.
#
# A sequence becomes a function of its own in one of these forms:
#   jump   it ends in a return or a tail call: `jmp` reaches it, and nothing else changes
#   call   it ends in a call, which becomes a tail call; `call` reaches it
#   plain  it has no call: `call` reaches it, and it returns
#   both   it also retains or releases on its way; those two functions take nothing from
#          the stack, and find it aligned behind one more word
# A sequence that is reached by `call` finds the stack of its caller 8 bytes further up, or
# 16. No added instruction changes a flag. Some functions stay whole: those that hot calls go
# through (cmake/hot.txt), that use the red zone, or that have a directive among instructions.
#
# usage: awk -f outline.awk pass=1 hot.txt pass=2 output=TO ASSEMBLY

BEGIN {
  LONGEST = 12
  COUNTS = "^callq (swift_(retain|release)(_n)?)$"
}

pass == 1 && /^[^#!]/ { hot = hot (hot ? "|" : "") $1 }
pass == 1 && /^!/ { cold = cold (cold ? "|" : "") substr($1, 2) }

pass == 2 {
  line[++lines] = $0
  if (/^[^ \t.#]+:/) {
    name = $0
    sub(/:.*/, "", name)
    gsub(/"/, "", name)
    isFunction = name !~ ("^(" hot ")") || (cold && name ~ ("^(" cold ")"))
    first = count
  } else if (/^\.Lfunc_end/) {
    if (isFunction) end()
    isFunction = 0
  } else if (isFunction) {
    if (/#APP|[ \t]-[0-9]+\(%rsp|@TLS/ || (/^\t\./ && !/p2align/)) {
      isFunction = 0
      count = first
    } else if (/^\.L/) end()
    else if (/^\t[a-z]/) instruction()
  }
}

# Ends a sequence of instructions.
function end() { if (count && id[count]) id[++count] = 0 }

# Adds an instruction to the sequence.
function instruction(   text, place, one) {
  text = $0
  sub(/[ \t]+#[^"]*$/, "", text)
  sub(/^\t/, "", text)
  gsub(/\t/, " ", text)
  place = lines
  # A constant that goes to its register over the stack.
  if (text ~ /^popq %/ && pushed ~ /^pushq \$/ && at[count] == place - 1) {
    text = pushed "\n\t" text
    place = at[count--]
  }
  pushed = text
  if (!(text in number)) {
    number[text] = ++numbers
    words[numbers] = text
    kind[numbers] = kindOf(text)
    bytes[numbers] = size(text)
  }
  one = number[text]
  if (kind[one] != "-") {
    id[++count] = one
    at[count] = place
  }
  if (kind[one] ~ /[-$]/) end()
}

# "-" ends a sequence before itself, "$" with itself; "C" is a call that may only be the last,
# "R" one that counts references; "P" moves the stack, "S" has one place in it.
function kindOf(text) {
  if (text ~ /^retq$|^jmp [^.*]/) return "$"
  if (text ~ /^j|^ud2|\.LBB|\.Ltmp/) return "-"
  if (text ~ COUNTS) return "R"
  if (text ~ /^callq/) return text ~ /%rsp/ ? "-" : "C"
  if (text ~ /^pushq \$[-0-9]+\n/) return ""
  if (text ~ /^(push|pop)q |^(add|sub)q \$[-0-9]+, %rsp$/) return "P"
  if (text !~ /%[re]?spl?/) return ""
  return text ~ /[ ,][0-9]*\(%rsp[,)]/ && gsub(/%[re]?spl?/, "&", text) == 1 ? "S" : "-"
}

# The bytes of an instruction, near enough to compare.
function size(text,   parts, name, rest, n, isWide, value) {
  if (text ~ /\n/) {
    split(text, parts, /\n\t/)
    return size(parts[1]) + size(parts[2])
  }
  name = rest = text
  sub(/ .*/, "", name)
  if (!sub(/^[^ ]* /, "", rest)) rest = ""
  if (name == "retq") return 1
  if (name == "callq" || name == "jmp")
    return rest ~ /^\*/ ? (rest ~ /\(/ ? 2 + address(rest) : 3) : 5
  if (name == "pushq" || name == "popq")
    return rest ~ /^\$/ ? 2 : rest ~ /^%r[0-9]/ ? 2 : rest ~ /^%/ ? 1 : 2 + address(rest)
  n = 1 + (rest ~ /\(/ ? address(rest) : 1)
  if (rest ~ /%xmm/) {
    if (name !~ /^(mov[au]|xor|and|or)ps$/) n++
    return n + 1 + (rest ~ /%r[0-9]|%xmm1[0-9]|%xmm[89]/ || name ~ /q$/)
  }
  isWide = name ~ /q$/
  if (isWide || rest ~ /%r[0-9]|%(sil|dil|bpl)/) n++
  if (name ~ /^(cmov|set|movz|movs[bwl][wlq]|bt|imul)/) n++
  if (name == "movabsq") return 10
  if (rest ~ /^\$/) {
    value = substr(rest, 2) + 0
    if (name ~ /^mov/) n += name ~ /b$/ ? (rest ~ /\(/) : rest ~ /\(/ ? 4 : isWide ? 4 : 3
    else n += name ~ /b$/ || rest ~ /^\$-?[0-9]/ && value >= -128 && value < 128 ? 1 : 4
  }
  return n
}

function address(text,   n, far) {
  if (text ~ /\(%rip/) return 5
  n = 1 + (text ~ /\(%r(sp|12)|,%/)
  if (!match(text, /-?[0-9]+\(/)) return n + (text ~ /\(%(rbp|r13)/)
  far = substr(text, RSTART, RLENGTH - 1) + 0
  return n + (far >= -128 && far < 128 ? 1 : 4)
}

# The form of a sequence, and in `own` the bytes of its function; "" where it has none.
function form(key,   n, ids, i, k, moves, counts) {
  n = split(key, ids, ",")
  own = 0
  for (i = 1; i <= n; i++) {
    k = kind[ids[i]]
    own += bytes[ids[i]]
    if (k == "P") moves = 1
    else if (i == n) break
    else if (k == "R") counts = 1
    else if (k == "C") moves = 1
  }
  taken = own
  if (k == "$") return n > 1 ? "jump" : ""
  if (moves) return ""
  if (counts) {
    own += 7
    return "both"
  }
  if (k == "R" || k == "C") return "call"
  own += 1
  return "plain"
}

# How many bytes it saves to take a sequence out of its places.
function saved(places) { return places * (taken - 5) - own }

# Sorts the sequences of two and more places by what they save.
function candidates(   n, i, seen, key, sorter, f) {
  sorter = "LC_ALL=C sort -k1,1nr -k2 >" output ".sorted"
  for (i = 1; i <= count; i++) is[i] = id[i] > 0
  for (n = 1; n <= LONGEST; n++) {
    split("", seen)
    for (i = 1; i + n - 1 <= count; i++) {
      if (is[i] && id[i + n - 1] == 0) is[i] = 0
      if (!is[i]) continue
      keys[i] = n == 1 ? id[i] : keys[i] "," id[i + n - 1]
      seen[keys[i]]++
    }
    for (i = 1; i + n - 1 <= count; i++) if (is[i] && seen[keys[i]] < 2) is[i] = 0
    for (key in seen) {
      if (seen[key] < 2 || (f = form(key)) == "" || saved(seen[key]) <= 0) continue
      gain[key] = 1
      print saved(seen[key]), key | sorter
    }
    for (i = 1; i + n - 1 <= count; i++)
      if (is[i] && (keys[i] in gain)) places[keys[i]] = places[keys[i]] " " i
  }
  close(sorter)
}

# Takes a sequence out of the places where no instruction of it has been taken out yet.
function take(key,   shape, spots, n, length_, free, i, j, end_, last, name, ids) {
  n = split(places[key], spots, " ")
  length_ = split(key, ids, ",")
  shape = form(key)
  for (i = 1; i <= n; i++) {
    end_ = spots[i] + length_
    for (j = spots[i]; j < end_ && j > last && !(j in isTaken); j++);
    if (j < end_) continue
    last = j - 1
    spots[++free] = spots[i]
  }
  if (saved(free) <= 0) return
  name = "calque_outlined_" round "_" ++outlined
  for (i = 1; i <= free; i++)
    for (j = spots[i]; j < spots[i] + length_; j++) {
      isTaken[j] = 1
      line[at[j]] = j > spots[i] ? "" : "\t" (shape == "jump" ? "jmp" : "callq") "\t" name
      if (words[id[j]] ~ /\n/) line[at[j] + 1] = ""
    }
  write(name, shape, ids, length_)
}

# Writes the function of a sequence.
function write(name, shape, ids, n,   i, by, last, isCall) {
  by = shape == "jump" ? 0 : shape == "both" ? 16 : 8
  last = words[ids[n]]
  isCall = by && kind[ids[n]] ~ /[RC]/
  if (isCall) sub(/^callq/, "jmp", last)
  print "\t.section\t.text." name ",\"ax\",@progbits" >added
  print "\t.type\t" name ",@function\n" name ":" >added
  if (shape == "both") print "\tpushq\t%rax" >added
  for (i = 1; i < n; i++) print "\t" moved(words[ids[i]], by) >added
  if (!isCall) print "\t" moved(last, by) >added
  if (shape == "both") print "\tleaq\t8(%rsp), %rsp" >added
  if (by) print "\t" (isCall ? last : "retq") >added
  print ".Lfunc_end_" name ":\n\t.size\t" name ", .Lfunc_end_" name "-" name >added
}

# An instruction whose stack is `by` bytes further up.
function moved(text, by) {
  if (!by || !match(text, /[0-9]*\(%rsp/)) return text
  by += substr(text, RSTART, RLENGTH - 5)
  return substr(text, 1, RSTART - 1) by "(%rsp" substr(text, RSTART + RLENGTH)
}

END {
  if (!lines) exit 1
  added = output ".added"
  printf "" >added
  candidates()
  while ((getline entry <(output ".sorted")) > 0) {
    sub(/^[^ ]* /, "", entry)
    take(entry)
  }
  close(added)
  for (i = 1; i <= lines; i++) {
    # The sections behind these lines hold no instructions.
    if (line[i] ~ /\.note\.GNU-stack/) while ((getline entry <added) > 0) print entry >output
    if (line[i] != "") print line[i] >output
  }
}
