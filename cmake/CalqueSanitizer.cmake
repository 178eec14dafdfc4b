# CALQUE_SANITIZE: a build for tools/checks/check_sanitizers.sh and scripts/fuzz.sh, never for
# a release. `address` finds memory that is misused or leaked and, in C, behaviour that
# the language leaves open; it also counts what is reached, for libFuzzer. `thread` finds
# races. The C compiler has to be the clang of the Swift toolchain.
set(CALQUE_SANITIZE "" CACHE STRING "Sanitizer to build with: address, thread")
if(NOT CALQUE_SANITIZE)
  return()
endif()
if(NOT CMAKE_C_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "CALQUE_SANITIZE needs clang")
endif()

if(CALQUE_SANITIZE STREQUAL "address")
  set(swift_sanitizers fuzzer,address)
  # Code that Swift takes from C headers is checked like C.
  set(c_sanitizers address,undefined)
  set(c_options -fsanitize=fuzzer-no-link -fno-sanitize-recover=undefined)
else()
  set(swift_sanitizers ${CALQUE_SANITIZE})
  set(c_sanitizers ${CALQUE_SANITIZE})
  set(c_options)
  # The toolchain's runtime of this sanitizer needs both.
  get_filename_component(toolchain ${CMAKE_C_COMPILER} DIRECTORY)
  set(runtime ${toolchain}/../lib/swift/linux)
  add_link_options(-L${runtime} -ldispatch -lBlocksRuntime -Wl,-rpath,${runtime})
endif()
list(APPEND CALQUE_SWIFT_FLAGS -g -sanitize=${swift_sanitizers})
add_compile_options($<$<COMPILE_LANGUAGE:C>:-g>
  $<$<COMPILE_LANGUAGE:C>:-fno-omit-frame-pointer>
  $<$<COMPILE_LANGUAGE:C>:-fsanitize=${c_sanitizers}> ${c_options})
add_link_options(-fsanitize=${c_sanitizers})
# Programs bring what the libraries ask for, whose names and functions stay as they are.
set(CALQUE_LINK_OPTIONS -fuse-ld=lld -Wl,--gc-sections -Wl,--as-needed)
set(CALQUE_VALGRIND "")
