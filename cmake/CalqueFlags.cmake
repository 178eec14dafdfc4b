# Compiler flags that every Swift module shares.
set(CALQUE_SWIFT_FLAGS
  -wmo -parse-as-library -swift-version 6 -package-name calque
  "SHELL:-enable-upcoming-feature ExistentialAny"
  "SHELL:-enable-upcoming-feature InternalImportsByDefault"
  "SHELL:-enable-upcoming-feature MemberImportVisibility"
  -warnings-as-errors
  "SHELL:-Xcc -fmodule-map-file=${PROJECT_SOURCE_DIR}/include/module.modulemap"
  "SHELL:-Xcc -fmodule-map-file=${PROJECT_SOURCE_DIR}/Sources/CPlatform/module.modulemap"
  "SHELL:-Xcc -fmodule-map-file=${PROJECT_SOURCE_DIR}/Sources/CJansson/module.modulemap"
  "SHELL:-Xcc -fmodule-map-file=${PROJECT_SOURCE_DIR}/Sources/CCurl/module.modulemap"
  "SHELL:-Xcc -fmodule-map-file=${PROJECT_SOURCE_DIR}/Sources/CZlib/module.modulemap")
foreach(directory IN LISTS JANSSON_INCLUDE_DIRS CURL_INCLUDE_DIRS)
  list(APPEND CALQUE_SWIFT_FLAGS "SHELL:-Xcc -I${directory}")
endforeach()

# Another machine: see cmake/aarch64-linux.cmake.
if(CALQUE_SWIFT_TARGET)
  set(CALQUE_CLANG_TARGET --target=${CMAKE_C_COMPILER_TARGET})
  list(APPEND CALQUE_SWIFT_FLAGS "SHELL:-target ${CALQUE_SWIFT_TARGET}"
    "SHELL:-Xcc -D__linux__" "SHELL:-Xcc -D_GNU_SOURCE"
    "SHELL:-Xcc -isystem -Xcc ${CMAKE_SYSROOT}/usr/include/${CMAKE_LIBRARY_ARCHITECTURE}"
    "SHELL:-Xcc -isystem -Xcc ${CMAKE_SYSROOT}/usr/include")
endif()

if(CALQUE_EMBEDDED)
  list(APPEND CALQUE_SWIFT_FLAGS "SHELL:-enable-experimental-feature Embedded"
    "SHELL:-Xfrontend -function-sections")
endif()
# Compiled for size: a quarter smaller, and the hot calls take as many instructions
# as when compiled for speed (tools/checks/check_speed.py).
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  list(APPEND CALQUE_SWIFT_FLAGS -Onone -g)
else()
  list(APPEND CALQUE_SWIFT_FLAGS -Osize -enforce-exclusivity=unchecked)
  # Functions that must be inlined are marked; inlining others costs a ninth of
  # the size.
  list(APPEND CALQUE_SWIFT_FLAGS "SHELL:-Xllvm -inline-threshold=0"
    "SHELL:-Xllvm -sil-disable-pass=closure-specialize"
    "SHELL:-Xfrontend -mergeable-traps"
    "SHELL:-Xfrontend -sil-inline-caller-benefit-reduction-factor -Xfrontend 5")
endif()
# Loops of a few rounds are written out where calls go through them; in these modules,
# the second of which compiles the others into itself, that costs size alone.
set(CALQUE_ROLLED_MODULES CalqueFormat CalqueABI)
set(CALQUE_ROLLED_FLAGS -Xfrontend -sil-unroll-threshold -Xfrontend 1)
