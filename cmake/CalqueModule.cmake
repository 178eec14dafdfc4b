# calque_module(<name> SOURCES <files> IMPORTS <modules>)
#
# One Swift module of the engine. IMPORTS is what Package.swift lets it import;
# tools/checks/check_imports.py compares.
#
# Embedded Swift compiles what a module imports into the module itself. So only
# the last ones are compiled to an object, which is the whole library: CalqueABI,
# and CalqueHTTP for libcalque-http. The others are compiled to what those import.
# In the full-Swift build each module is a static library.
#
# The Swift compiler puts the metadata of all classes into one section, which keeps
# every method of every class in a program that uses one of them. And it keeps every
# function whole, as another module could call it. So it emits LLVM IR, and the linker
# of the same toolchain, which is told what the library exports, turns that into an
# object: with a section for each function and each datum, and with functions that have
# one caller inlined into that, a twentieth less. Inlining others, and moving loads of
# addresses out of loops, makes the code larger. (As bitcode the compiler cannot
# write it.) Before that cmake/refine.awk changes how objects are retained and released,
# and keeps the hot functions whole while the linker takes what is repeated out of others.
# Functions that differ in constants alone become one, and so do the ends of branches.
# The passes run twice: the second time finds arguments that nobody reads any more.
# Allocation of registers between functions (-enable-ipra) is left off: on aarch64 it does
# not know which register an outlined function keeps its way back in.
# On x86-64 the linker's outliner takes out no call and nothing of the stack. There it is
# off, and the linker writes assembly, which cmake/outline.awk goes through.
set(CALQUE_ASSEMBLE_FLAGS -shared --lto-newpm-passes=lto<O2>,lto<O2>
  --lto-O2 -mllvm -inline-threshold=-50 -mllvm -disable-machine-licm
  -mllvm -enable-global-merge-func -mllvm -tail-merge-size=2
  -mllvm -split-spill-mode=size)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(CALQUE_OUTLINES ON)
else()
  list(APPEND CALQUE_ASSEMBLE_FLAGS -mllvm -enable-machine-outliner=always)
  set(CALQUE_OUTLINES OFF)
endif()
set(CALQUE_REFINE awk -f ${PROJECT_SOURCE_DIR}/cmake/refine.awk)
set(CALQUE_OUTLINE awk -f ${PROJECT_SOURCE_DIR}/cmake/outline.awk
  -f ${PROJECT_SOURCE_DIR}/cmake/instructions.awk
  pass=1 ${PROJECT_SOURCE_DIR}/cmake/hot.txt pass=2)
set(CALQUE_HOT ${PROJECT_SOURCE_DIR}/cmake/hot.txt)
set(CALQUE_RELEASE ${PROJECT_SOURCE_DIR}/cmake/release.ll)
function(calque_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;IMPORTS")
  list(TRANSFORM arg_SOURCES PREPEND "${PROJECT_SOURCE_DIR}/Sources/${name}/")
  set_property(GLOBAL APPEND PROPERTY CALQUE_MODULES ${name})
  if(CALQUE_EMBEDDED)
    calque_embedded_module(${name} "${arg_SOURCES}" "${arg_IMPORTS}")
    return()
  endif()
  add_library(${name} STATIC ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES
    Swift_MODULE_NAME ${name}
    Swift_MODULE_DIRECTORY ${PROJECT_BINARY_DIR}/modules
    ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/modules
    POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${name} PUBLIC ${PROJECT_BINARY_DIR}/modules)
  target_compile_options(${name} PRIVATE ${CALQUE_SWIFT_FLAGS})
  target_link_libraries(${name} PUBLIC ${arg_IMPORTS})
endfunction()

function(calque_embedded_module name sources imports)
  set(directory ${PROJECT_BINARY_DIR}/modules)
  file(MAKE_DIRECTORY ${directory})
  set(flags)
  foreach(flag IN LISTS CALQUE_SWIFT_FLAGS)
    string(REGEX REPLACE "^SHELL:" "" flag "${flag}")
    separate_arguments(flag UNIX_COMMAND "${flag}")
    list(APPEND flags ${flag})
  endforeach()
  if(name IN_LIST CALQUE_ROLLED_MODULES AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
    list(APPEND flags ${CALQUE_ROLLED_FLAGS})
  endif()
  list(TRANSFORM imports REPLACE "(.+)" "${directory}/\\1.swiftmodule")
  file(GLOB headers ${PROJECT_SOURCE_DIR}/include/*.h
    ${PROJECT_SOURCE_DIR}/include/calque/*.h ${PROJECT_SOURCE_DIR}/Sources/C*/*.h)
  set(product -emit-module -o ${directory}/${name}.swiftmodule)
  set(output ${directory}/${name}.swiftmodule)
  set(assemble)
  if(name STREQUAL "CalqueABI" OR name STREQUAL "CalqueHTTP")
    set(output ${CALQUE_OBJECT_${name}})
    # Counters of what is reached, and what a debugger reads, are left as they are.
    if(CALQUE_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL "Debug")
      set(product -c -o ${output})
    else()
      set(product -emit-ir -o ${output}.ll)
      list(APPEND headers ${CALQUE_EXPORTS_${name}} ${CALQUE_HOT} ${CALQUE_RELEASE}
        ${PROJECT_SOURCE_DIR}/cmake/refine.awk ${PROJECT_SOURCE_DIR}/cmake/outline.awk
        ${PROJECT_SOURCE_DIR}/cmake/instructions.awk)
      set(assemble COMMAND ${CALQUE_REFINE} pass=1 ${CALQUE_HOT} ${CALQUE_RELEASE} pass=2 ${output}.ll
          pass=3 output=${output}.refined.ll ${output}.ll pass=4 ${CALQUE_RELEASE}
        COMMAND ${CALQUE_CLANG} ${CALQUE_CLANG_TARGET} -c -emit-llvm -O2 -fPIC
        -Xclang -disable-llvm-passes -Wno-override-module
        -o ${output}.bc ${output}.refined.ll
        COMMAND ${CALQUE_LLD} ${CALQUE_ASSEMBLE_FLAGS}
        --version-script=${CALQUE_EXPORTS_${name}})
      if(CALQUE_OUTLINES)
        list(APPEND assemble --lto-emit-asm -o ${output} ${output}.bc
          COMMAND ${CALQUE_OUTLINE} output=${output}.s ${output}.lto.s
          COMMAND ${CALQUE_CLANG} ${CALQUE_CLANG_TARGET} -c -o ${output} ${output}.s)
      else()
        list(APPEND assemble --lto-obj-path=${output} -o /dev/null ${output}.bc)
      endif()
    endif()
  endif()
  add_custom_command(
    OUTPUT ${output}
    DEPENDS ${sources} ${imports} ${headers}
    COMMAND ${CMAKE_Swift_COMPILER} ${flags} -module-name ${name}
      -I ${directory} ${product} ${sources}
    ${assemble}
    COMMENT "Compiling Swift module ${name}"
    COMMAND_EXPAND_LISTS VERBATIM)
endfunction()

set(CALQUE_OBJECT_CalqueABI ${PROJECT_BINARY_DIR}/modules/calque.o)
set(CALQUE_OBJECT_CalqueHTTP ${PROJECT_BINARY_DIR}/modules/calque-http.o)
set(CALQUE_EXPORTS_CalqueABI ${PROJECT_SOURCE_DIR}/cmake/calque.map)
set(CALQUE_EXPORTS_CalqueHTTP ${PROJECT_SOURCE_DIR}/cmake/calque-http.map)
