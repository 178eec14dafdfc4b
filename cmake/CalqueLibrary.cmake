# libcalque.so: the modules, linked whole, with the names of cmake/calque.map
# exported and nothing else.
get_property(CALQUE_MODULES GLOBAL PROPERTY CALQUE_MODULES)
set(CALQUE_VERSION_SCRIPT ${PROJECT_SOURCE_DIR}/cmake/calque.map)
# The number of the binary interface; it grows when a program that was linked
# against an earlier library would no longer run.
set(CALQUE_SOVERSION 0)

# CMake links an executable or shared library in the language of its sources;
# this empty C file keeps the Swift driver and its runtime out of the link.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/calque.c
  CONTENT "typedef int calque_is_in_the_archives;\n${CALQUE_JANSSON_SYMBOLS}")

add_library(calque SHARED ${PROJECT_BINARY_DIR}/calque.c)
add_library(calque::calque ALIAS calque)
set_target_properties(calque PROPERTIES
  VERSION ${PROJECT_VERSION} SOVERSION ${CALQUE_SOVERSION}
  LINKER_LANGUAGE C
  LINK_DEPENDS ${CALQUE_VERSION_SCRIPT})
target_include_directories(calque PUBLIC
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
if(CALQUE_EMBEDDED)
  set(CALQUE_OBJECTS ${CALQUE_OBJECT_CalqueABI})
  set_source_files_properties(${CALQUE_OBJECTS} PROPERTIES
    EXTERNAL_OBJECT ON GENERATED ON)
  target_sources(calque PRIVATE ${CALQUE_OBJECTS})
else()
  foreach(module IN LISTS CALQUE_MODULES)
    target_link_libraries(calque PRIVATE
      -Wl,--whole-archive $<TARGET_FILE:${module}> -Wl,--no-whole-archive)
    add_dependencies(calque ${module})
    set_property(TARGET calque APPEND PROPERTY
      LINK_DEPENDS $<TARGET_FILE:${module}>)
  endforeach()
endif()
target_link_options(calque PRIVATE
  -Wl,--version-script=${CALQUE_VERSION_SCRIPT} ${CALQUE_LINK_OPTIONS})
target_link_libraries(calque PRIVATE
  ${CALQUE_RUNTIME} ${CALQUE_JANSSON})
