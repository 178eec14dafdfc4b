# calque_module(<name> SOURCES <files> IMPORTS <modules>)
#
# One Swift module of the engine. IMPORTS is the module's row of the table in
# docs/architecture.md; scripts/check_imports.py compares.
#
# Embedded Swift compiles what a module imports into the module itself. So only
# the last ones are compiled to an object, which is the whole library: CalqueABI,
# and CalqueHTTP for libcalque-http. The others are compiled to what those import.
# In the full-Swift build each module is a static library.
function(calque_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;IMPORTS")
  list(TRANSFORM arg_SOURCES PREPEND "${CMAKE_SOURCE_DIR}/Sources/${name}/")
  set_property(GLOBAL APPEND PROPERTY CALQUE_MODULES ${name})
  if(CALQUE_EMBEDDED)
    calque_embedded_module(${name} "${arg_SOURCES}" "${arg_IMPORTS}")
    return()
  endif()
  add_library(${name} STATIC ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES
    Swift_MODULE_NAME ${name}
    Swift_MODULE_DIRECTORY ${CMAKE_BINARY_DIR}/modules
    ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/modules
    POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${name} PUBLIC ${CMAKE_BINARY_DIR}/modules)
  target_compile_options(${name} PRIVATE ${CALQUE_SWIFT_FLAGS})
  target_link_libraries(${name} PUBLIC ${arg_IMPORTS})
endfunction()

function(calque_embedded_module name sources imports)
  set(directory ${CMAKE_BINARY_DIR}/modules)
  file(MAKE_DIRECTORY ${directory})
  set(flags)
  foreach(flag IN LISTS CALQUE_SWIFT_FLAGS)
    string(REGEX REPLACE "^SHELL:" "" flag "${flag}")
    separate_arguments(flag UNIX_COMMAND "${flag}")
    list(APPEND flags ${flag})
  endforeach()
  list(TRANSFORM imports REPLACE "(.+)" "${directory}/\\1.swiftmodule")
  file(GLOB headers ${CMAKE_SOURCE_DIR}/include/*.h
    ${CMAKE_SOURCE_DIR}/include/calque/*.h ${CMAKE_SOURCE_DIR}/Sources/C*/*.h)
  set(product -emit-module -o ${directory}/${name}.swiftmodule)
  set(output ${directory}/${name}.swiftmodule)
  if(name STREQUAL "CalqueABI")
    set(output ${directory}/calque.o)
    set(product -c -o ${output})
  elseif(name STREQUAL "CalqueHTTP")
    set(output ${directory}/calque-http.o)
    set(product -c -o ${output})
  endif()
  add_custom_command(
    OUTPUT ${output}
    DEPENDS ${sources} ${imports} ${headers}
    COMMAND ${CMAKE_Swift_COMPILER} ${flags} -module-name ${name}
      -I ${directory} ${product} ${sources}
    COMMENT "Compiling Swift module ${name}"
    COMMAND_EXPAND_LISTS VERBATIM)
endfunction()
