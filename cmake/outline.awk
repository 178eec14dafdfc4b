# Takes instruction sequences that occur several times in x86-64 assembly of the linker out
# of the functions that have them. The linker's own outliner leaves all that calls or that
# touches the stack where it is, and counts instructions instead of bytes.
#
# A sequence becomes a function of its own in one of these forms:
#   jump   it ends in a return or a tail call: `jmp` reaches it, and nothing else changes
#   call   it ends in its one call, which becomes a tail call; `call` reaches it
#   plain  it has no call: `call` reaches it, and it returns
#   both   it has calls on its way, which take nothing from the stack; they find the stack
#          aligned behind one more word
#   frame  it moves the stack: where it returns to is in %r11 meanwhile, which no
#          instruction of the functions that it was taken from has
# A sequence that is reached by `call` finds the stack of its caller 8 bytes further up, or
# 16. No added instruction changes a flag. Of the functions that hot calls go through
# (cmake/hot.txt) all stays but the blocks that call a function that is not hot. Functions
# that use the red zone, or that have a directive among instructions, stay whole.
#
# usage: awk -f outline.awk -f instructions.awk pass=1 hot.txt pass=2 output=TO ASSEMBLY

BEGIN {
  LONGEST = 12
  # The later ones find sequences with calls of what the earlier took out.
  ROUNDS = 3
}

pass == 1 && /^[^#!]/ { hot = hot (hot ? "|" : "") $1 }
pass == 1 && /^!/ { cold = cold (cold ? "|" : "") substr($1, 2) }
pass == 2 { line[++lines] = $0 }

END {
  if (!lines) exit 1
  for (i = 1; i <= lines; i++) learn(line[i])
  for (round = 1; round <= ROUNDS; round++) {
    count = outlined = 0
    for (i = 1; i <= lines; i++) read(line[i])
    candidates()
    while ((getline entry <(output ".sorted")) > 0) {
      sub(/^[^ ]* /, "", entry)
      take(entry)
    }
    close(output ".sorted")
  }
  for (i = 1; i <= lines; i++) if (line[i] != "") print line[i] >output
}

# The name of the function that begins in this line, or "".
function begins(text) {
  if (text !~ /^([^ \t.#]|\.L__)[^ \t]*:/) return ""
  sub(/:.*/, "", text)
  gsub(/"/, "", text)
  return text
}

function isHotName(name) {
  if (!(name in hotNames))
    hotNames[name] = name ~ ("^(" hot ")") && !(cold && name ~ ("^(" cold ")"))
  return hotNames[name]
}

function stripped(text) {
  sub(/[ \t]+#[^"]*$/, "", text)
  sub(/^\t/, "", text)
  gsub(/\t/, " ", text)
  return text
}

# Learns of the functions before any is changed.
function learn(text,   name) {
  if ((name = begins(text)) != "") {
    function_ = name
    isKnown[name] = isPushing = 1
    depth = frame = 0
  } else if (text ~ /^\.Lfunc_end/) function_ = ""
  else if (function_ != "") {
    if (text ~ /^\.L/) depth = frame
    else if (text ~ /^\t[a-z]/) study(function_, stripped(text), text ~ /# TAILCALL/)
  }
}

# Reads a line into the sequences that a round looks at.
function read(text,   name) {
  if ((name = begins(text)) != "") {
    isHot = isHotName(name)
    isFunction = 1
    isCold = uses = 0
    first = block = count
  } else if (text ~ /^\.Lfunc_end/) {
    if (isFunction) leave()
    isFunction = 0
  } else if (isFunction) {
    if (text ~ /#APP|[ \t]-[0-9]+\(%rsp|@TLS/ || (text ~ /^\t\./ && text !~ /p2align/)) {
      isFunction = 0
      count = first
    } else if (text ~ /^\.L/) end()
    else if (text ~ /^\t[a-z]/) instruction(stripped(text), i)
  }
}

# Ends a sequence of instructions. In a hot function it stays if nothing cold is called.
function end() {
  if (isHot && !isCold) count = block
  if (count && id[count]) id[++count] = 0
  block = count
  isCold = 0
}

# Ends a function. If it uses %r11, its stack moves where the instructions are.
function leave(   j) {
  end()
  for (j = first + 1; uses && j <= count; j++)
    if (kind[id[j]] == "P") id[j] = numberOf(words[id[j]], "p")
}

# Adds an instruction to the sequence.
function instruction(text, place,   one) {
  # A constant that goes to its register over the stack.
  if (text ~ /^popq %/ && pushed ~ /^pushq \$/ && at[count] == place - 1) {
    text = pushed "\n\t" text
    place = at[count--]
  }
  pushed = text
  one = numberOf(text, "")
  if (hasR11[one]) uses = 1
  if (callsCold[one]) isCold = 1
  if (kind[one] != "-") {
    id[++count] = one
    at[count] = place
  }
  if (kind[one] ~ /[-$]/) end()
}

# The number of an instruction, and of the same with another kind than its own.
function numberOf(text, other,   n, name) {
  if ((text, other) in number) return number[text, other]
  number[text, other] = n = ++numbers
  words[n] = text
  kind[n] = other ? other : kindOf(text)
  bytes[n] = size(text)
  hasR11[n] = text ~ /%r11/
  if (text ~ /^(callq|jmp) [^*]/) {
    name = target(text)
    if (name in takesR11) hasR11[n] = 1
    callsCold[n] = name !~ /^\.LBB|@PLT$/ && !isHotName(name)
  }
  return n
}

# The form of the sequence of `n` instructions that begins at a place, and in `own` the bytes of
# its function; "" where it has none.
function form(place, n,   last, k, moves, calls, stays) {
  taken = 0
  for (last = place + n - 1; place <= last; place++) {
    k = kind[id[place]]
    taken += bytes[id[place]]
    if (k == "P") moves = 1
    else if (k == "p" || k == "c" && place < last) stays = 1
    else if (k == "C" && place < last) calls = 1
  }
  own = taken
  if (k == "$") return n > 1 ? "jump" : ""
  if (stays || moves && calls) return ""
  if (moves) {
    own += k ~ /[Cc]/ ? 4 : 5
    return "frame"
  }
  if (calls) {
    own += 4
    return "both"
  }
  if (k ~ /[Cc]/) return "call"
  own += 1
  return "plain"
}

# How many bytes it saves to take a sequence out of its places.
function saved(places) { return places * (taken - 5) - own }

# Sorts the sequences of two and more places by what they save. Each has a number, which is
# found by that of the sequence without its last instruction and by this.
function candidates(   n, j, k, live, left, own_, sequence, seen, begun, pair, sorter) {
  sorter = "LC_ALL=C sort -k1,1nr -k2n >" output ".sorted"
  split("", places)
  split("", isTaken)
  for (j = 1; j <= count; j++) if (id[j]) live[++left] = j
  for (n = 1; n <= LONGEST; n++) {
    split("", begun)
    split("", seen)
    for (j = 1; j <= left; j++) {
      k = live[j]
      pair = sequence[k] " " id[k + n - 1]
      if (!(pair in begun)) {
        begun[pair] = ++sequences
        lengths[sequences] = n
      }
      seen[sequence[k] = begun[pair]]++
    }
    own_ = left
    left = 0
    for (j = 1; j <= own_; j++) {
      k = live[j]
      if (seen[sequence[k]] < 2) continue
      if (!(sequence[k] in places)) {
        places[sequence[k]] = (form(k, n) != "" && saved(seen[sequence[k]]) > 0) ? k : ""
        if (places[sequence[k]]) print saved(seen[sequence[k]]), sequence[k] | sorter
      } else if (places[sequence[k]]) places[sequence[k]] = places[sequence[k]] " " k
      if (id[k + n]) live[++left] = k
    }
  }
  close(sorter)
}

# Takes a sequence out of the places where no instruction of it has been taken out yet.
function take(key,   shape, spots, n, length_, free, j, k, end_, last, name) {
  n = split(places[key], spots, " ")
  length_ = lengths[key]
  shape = form(spots[1], length_)
  for (j = 1; j <= n; j++) {
    end_ = spots[j] + length_
    for (k = spots[j]; k < end_ && k > last && !(k in isTaken); k++);
    if (k < end_) continue
    last = k - 1
    spots[++free] = spots[j]
  }
  if (saved(free) <= 0) return
  name = "calque_outlined_" round "_" ++outlined
  for (j = 1; j <= free; j++)
    for (k = spots[j]; k < spots[j] + length_; k++) {
      isTaken[k] = 1
      line[at[k]] = k > spots[j] ? "" : "\t" (shape == "jump" ? "jmp" : "callq") "\t" name
      if (words[id[k]] ~ /\n/) line[at[k] + 1] = ""
    }
  write(name, shape, spots[1], length_)
}

# Writes the function of a sequence, and notes of it what learn() and numberOf() would.
function write(name, shape, place, n,   ids, j, by, last, isCall, isFree) {
  for (j = 1; j <= n; j++) ids[j] = id[place + j - 1]
  by = shape == "both" ? 16 : shape ~ /call|plain/ ? 8 : 0
  last = kind[ids[n]]
  isKnown[name] = 1
  reads[name] = by == 0 || last == "c"
  for (j = 1; j <= n; j++) {
    if (kind[ids[j]] == "S") reads[name] = 1
    if (hasR11[ids[j]]) takesR11[name] = 1
    # No call keeps %r11, but for one of what was taken out.
    if (j < n && kind[ids[j]] == "C" && words[ids[j]] !~ /calque_outlined/) isFree = 1
  }
  isCall = shape != "jump" && last ~ /[Cc]/
  add("\t.section\t.text." name ",\"ax\",@progbits")
  add("\t.type\t" name ",@function")
  add(name ":")
  if (shape == "both") add("\tpushq\t%rax")
  if (shape == "frame") add("\tpopq\t%r11")
  for (j = 1; j < n + !isCall; j++) addInstruction(moved(words[ids[j]], by))
  if (shape == "both")
    add(isFree && !(name in takesR11) ? "\tpopq\t%r11" : "\tleaq\t8(%rsp), %rsp")
  if (shape == "frame") add("\tpushq\t%r11")
  if (isCall) {
    last = words[ids[n]]
    sub(/^callq/, "jmp", last)
    addInstruction(last)
  } else if (shape != "jump") add("\tretq")
  add(".Lfunc_end_" name ":")
  add("\t.size\t" name ", .Lfunc_end_" name "-" name)
}

function add(text) { line[++lines] = text }

# One instruction is one line, and a constant over the stack two.
function addInstruction(text,   parts, n, j) {
  n = split(text, parts, /\n\t/)
  for (j = 1; j <= n; j++) add("\t" parts[j])
}

# An instruction whose stack is `by` bytes further up.
function moved(text, by) {
  if (!by || !match(text, /[0-9]*\(%rsp/)) return text
  by += substr(text, RSTART, RLENGTH - 5)
  return substr(text, 1, RSTART - 1) by "(%rsp" substr(text, RSTART + RLENGTH)
}
