# libcalque.a: the same objects as one relocatable object, in which only the
# names of the C headers are left global. So a program names one archive
# (and jansson), and its own Swift code cannot clash with what is inside.
#
# The full-Swift build has none: its archive would need the Swift runtime.
if(NOT CALQUE_EMBEDDED)
  message(STATUS "calque::calque_static: not in the full-Swift build")
  return()
endif()

set(CALQUE_ARCHIVE ${PROJECT_BINARY_DIR}/libcalque.a)
set(archive_object ${PROJECT_BINARY_DIR}/libcalque.o)
set(archive_names ${PROJECT_BINARY_DIR}/calque-names.txt)

set_property(DIRECTORY APPEND PROPERTY
  CMAKE_CONFIGURE_DEPENDS ${CALQUE_VERSION_SCRIPT})
file(STRINGS ${CALQUE_VERSION_SCRIPT} names REGEX "^ +calque_[a-z0-9_]+;$")
list(TRANSFORM names REPLACE "[ ;]" "")
list(JOIN names "\n" names)
file(CONFIGURE OUTPUT ${archive_names} CONTENT "${names}\n")

add_custom_command(
  OUTPUT ${CALQUE_ARCHIVE}
  DEPENDS calque ${CALQUE_OBJECTS} ${archive_names}
  COMMAND ${CMAKE_LINKER} -r --force-group-allocation -o ${archive_object}
    ${CALQUE_OBJECTS} ${CALQUE_RUNTIME}
  COMMAND ${CALQUE_OBJCOPY} --keep-global-symbols=${archive_names}
    --remove-section=.swift1_autolink_entries ${archive_object}
  COMMAND ${CMAKE_COMMAND} -E rm -f ${CALQUE_ARCHIVE}
  COMMAND ${CMAKE_AR} rcs ${CALQUE_ARCHIVE} ${archive_object}
  VERBATIM)
add_custom_target(calque_archive ALL DEPENDS ${CALQUE_ARCHIVE})

add_library(calque_static STATIC IMPORTED GLOBAL)
add_library(calque::calque_static ALIAS calque_static)
add_dependencies(calque_static calque_archive)
set_target_properties(calque_static PROPERTIES
  IMPORTED_LOCATION ${CALQUE_ARCHIVE}
  INTERFACE_INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR}/include
  INTERFACE_LINK_LIBRARIES PkgConfig::JANSSON)
