# calque_module(<name> SOURCES <files> IMPORTS <modules>)
#
# One Swift module of the engine. IMPORTS is the module's row of the table in
# docs/architecture.md; scripts/check_imports.py compares.
#
# Embedded Swift compiles what a module imports into the module itself. So only
# the last ones are compiled to an object, which is the whole library: CalqueABI,
# and CalqueHTTP for libcalque-http. The others are compiled to what those import.
# In the full-Swift build each module is a static library.
#
# The Swift compiler puts the metadata of all classes into one section, which keeps
# every method of every class in a program that uses one of them. So it emits LLVM
# IR, and the clang of the same toolchain turns that, without optimizing it again,
# into an object with a section for each function and each datum.
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
  list(TRANSFORM imports REPLACE "(.+)" "${directory}/\\1.swiftmodule")
  file(GLOB headers ${PROJECT_SOURCE_DIR}/include/*.h
    ${PROJECT_SOURCE_DIR}/include/calque/*.h ${PROJECT_SOURCE_DIR}/Sources/C*/*.h)
  set(product -emit-module -o ${directory}/${name}.swiftmodule)
  set(output ${directory}/${name}.swiftmodule)
  set(assemble)
  if(name STREQUAL "CalqueABI" OR name STREQUAL "CalqueHTTP")
    set(output ${CALQUE_OBJECT_${name}})
    # Counters of what is reached take many minutes to be written as text.
    if(CALQUE_SANITIZE)
      set(product -c -o ${output})
    else()
      set(product -emit-ir -o ${output}.ll)
      set(assemble COMMAND ${CALQUE_CLANG} -c -O2 -fPIC
        -Xclang -disable-llvm-passes -Wno-override-module
        -ffunction-sections -fdata-sections -o ${output} ${output}.ll)
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
