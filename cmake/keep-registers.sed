# Functions that are called from thousands of places keep the registers of their callers, which then
# save fewer: those that count references, allocate objects, make texts of literals, and copy and end
# JSON values. They are the slower for it by the registers that they save themselves.
/@swift_(retain|release|retain_n|release_n|allocObject)\(|@"\$e10CalqueBase5ValueO(Sg)?WO[ey]"\(|@"\$e10CalqueBase4TextVy(ACSPys5UInt8VG_Sitc|AcA7LiteralVc)[^"]*fC"\(/ {
  s/ call (swiftcc |preserve_mostcc )?/ call preserve_mostcc /
  s/^(define (weak_odr |linkonce_odr |protected |hidden |internal )*)(swiftcc |preserve_mostcc )?/\1preserve_mostcc /
}
# Most releases do not end their object: those save only what they use themselves.
/^define .*@swift_release\(/,/^}/ s/(tail )?call swiftcc void (%[0-9]+)\(ptr [a-z ]*swiftself (%[0-9]+)\).*/call preserve_mostcc void @calque_end_object(ptr \3, ptr \2)/
$a\
define internal preserve_mostcc void @calque_end_object(ptr %0, ptr %1) noinline minsize optsize {\
  call swiftcc void %1(ptr swiftself %0)\
  ret void\
}
