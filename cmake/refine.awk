# Changes the LLVM IR that the Swift compiler wrote, before the linker makes an object of it.
#
# Objects are retained and released at 12,000 places. Here the two functions keep all
# registers but one or two, so that no caller saves its values around them; nor around
# the functions that copy or destroy a value field by field (`WO?`), unless their address
# is taken. cmake/release.ll is the function that releases, without a call on its way, if
# the compiler's own is the one that it follows.
# Functions that calls go through, cmake/hot.txt, are left whole; the linker takes
# sequences that occur several times out of the others. Texts are not aligned, and functions
# from elsewhere are refused if they take arguments on the stack (cmake/outline.awk moves it).
#
# usage: awk -f refine.awk pass=1 hot.txt release.ll pass=2 IR
#   pass=3 output=TO IR pass=4 release.ll

function fail(message) {
  print "refine.awk: " message >"/dev/stderr"
  failed = 1
  exit 1
}

# The line with the calling convention at each of the functions that it calls or defines.
function converted(line,   done, before, name) {
  done = ""
  while (match(line, CALLED)) {
    name = substr(line, RSTART, RLENGTH - 1)
    before = substr(line, 1, RSTART - 1)
    if (!(name in taken) &&
        !sub(/^define( (internal|linkonce_odr|weak_odr|hidden|protected))*|call/,
             "& preserve_mostcc", before))
      fail("neither a call nor a definition: " line)
    done = done before name "("
    line = substr(line, RSTART + RLENGTH)
  }
  return done line
}

BEGIN {
  names = "@(swift_retain|swift_release|\"[$]e[^\"]*WO[bcehsy]\")"
  CALLED = names "[(]"
  TAKEN = names "[^(A-Za-z_\"]"
}

pass == 1 && /^; \| / { followed = followed substr($0, 5) "\n" }
pass == 1 && FILENAME ~ /hot[.]txt$/ && /^[^#!]/ { hot = hot (hot ? "|" : "") $1 }
pass == 1 && FILENAME ~ /hot[.]txt$/ && /^!/ { cold = cold (cold ? "|" : "") substr($1, 2) }

pass == 2 && /^target triple/ { is_known = /"x86_64/ }
pass == 2 && /^define .*@swift_release[(]/ { is_release = 1 }
pass == 2 && is_release {
  line = $0
  gsub(/ #[0-9]+|, ![a-z]+ ![0-9]+| *; preds.*/, "", line)
  if (line != "") own = own line "\n"
  if (/^}/) is_release = 0
}
pass == 2 {
  while (match($0, TAKEN)) {
    taken[substr($0, RSTART, RLENGTH - 1)] = 1
    $0 = substr($0, RSTART + RLENGTH)
  }
}

pass == 3 && !begun++ && is_known && own != followed {
  print "refine.awk: a swift_release that release.ll does not follow is kept" >"/dev/stderr"
  is_known = 0
}
pass == 3 && !started++ && is_known && ("@swift_retain" in taken || "@swift_release" in taken) {
  fail("the address of a function that counts references is taken")
}
pass == 3 && /^define/ && match($0, /@("[^"]*"|[A-Za-z0-9_.]+)/) {
  name = substr($0, RSTART + 1, RLENGTH - 1)
  gsub(/"/, "", name)
  if (name ~ ("^(" hot ")") && name !~ ("^(" cold ")")) sub(/ #[0-9]+/, " \"nooutline\"&")
}
pass == 3 && is_known {
  if (/^define .*@swift_release[(]/) is_left_out = 1
  if (is_left_out) {
    if (/^}/) is_left_out = 0
    next
  }
  if ($0 ~ CALLED) $0 = converted($0)
}
pass == 3 && /^@.* constant \[[0-9]+ x i8\] c".*"$/ { $0 = $0 ", align 1" }
pass == 3 && /^declare .*([(].*, .*, .*, .*, .*, .*, |byval)/ && !/ @llvm[.]/ {
  fail("takes arguments on the stack, or cannot be told from it: " $0)
}
pass == 3 || (pass == 4 && is_known) { print >output }

END { if (failed) exit 1 }
