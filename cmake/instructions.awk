# What cmake/outline.awk has to know of an instruction of x86-64, as the linker writes it
# and with one space behind its name, and of a function.

BEGIN { COUNTS = "^callq swift_(retain|release)(_n)?$" }

# The kind of an instruction:
#   -  it stays where it is
#   $  it leaves the function
#   P  it moves the stack
#   S  it has one place in the stack
#   C  it is a call, which takes nothing from the stack
#   c  it is a call that may take something from there
#   p  as P, in a function that uses %r11
#   "" it does none of these
function kindOf(text) {
  if (text ~ /^retq$|^jmp [^.*]|^jmp \.L__/) return "$"
  if (text ~ /^j|^ud2|\.LBB|\.Ltmp/) return "-"
  if (text ~ COUNTS) return "C"
  if (text ~ /^callq/) return text ~ /%rsp/ ? "-" : readsStack(target(text)) ? "c" : "C"
  if (text ~ /^pushq \$[-0-9]+\n/) return ""
  if (text ~ /^(push|pop)q |^(add|sub)q \$[-0-9]+, %rsp$/) return "P"
  if (text !~ /%[re]?spl?/) return ""
  return text ~ /[ ,][0-9]*\(%rsp[,)]/ && gsub(/%[re]?spl?/, "&", text) == 1 ? "S" : "-"
}

# The function that is called or jumped to.
function target(text) {
  sub(/^[a-z]* \(?/, "", text)
  sub(/\)$/, "", text)
  gsub(/"/, "", text)
  return text
}

# Notes what an instruction of a function tells of it: whether it may read what its caller has
# on the stack (`reads`), also by a function that it ends in (`ends`). `depth` is how far the
# stack has moved since the function began. A block begins as deep as the stack was behind the
# first pushes (`frame`); if that is wrong, the function does not end where it began.
function study(name, text, isTail,   by) {
  if (text ~ /^(j|ud2|retq)/) {
    isPushing = 0
    if (text ~ /^j[a-z]* ([^.*]|\.L__)/) ends[name] = ends[name] " " target(text)
    else if (isTail) reads[name] = 1
    if (depth && (isTail || text == "retq")) reads[name] = 1
    return
  }
  if (match(text, /[0-9]*\(%rsp/) && substr(text, RSTART, RLENGTH - 5) + 0 >= depth) reads[name] = 1
  if (text ~ /^(push|pop)q /) depth += text ~ /^push/ ? 8 : -8
  else if (text ~ /^(add|sub)q \$-?[0-9]+, %rsp$/) {
    by = text
    gsub(/[^-0-9]/, "", by)
    depth += text ~ /^sub/ ? by : -by
  } else {
    isPushing = 0
    if (text ~ /, %[re]sp$|%rsp, %rbp/) reads[name] = 1
  }
  if (isPushing) frame = depth
  if (depth < 0) reads[name] = 1
}

# Whether a function may read what its caller has on the stack. None of libc and jansson does:
# refine.awk refuses a function with more arguments than there are registers for.
function readsStack(name,   names, n, i) {
  if (name ~ /@PLT$/) return 0
  if (!(name in isKnown)) return 1
  if (name in reads) return reads[name]
  reads[name] = 1
  n = split(ends[name], names, " ")
  for (i = 1; i <= n; i++) if (readsStack(names[i])) return 1
  return reads[name] = 0
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
