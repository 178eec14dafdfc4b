# libcalque.a: the same objects as one relocatable object, in which only the
# names of the C headers are left global. So a program names one archive
# (and jansson, where it is not bundled), and its own Swift code cannot clash with what is inside.
#
# The full-Swift build has none: its archive would need the Swift runtime. Nor has one with
# a sanitizer, whose programs are those of the shared library.
if(NOT CALQUE_EMBEDDED OR CALQUE_SANITIZE)
  message(STATUS "calque::calque_static: not in this build")
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

# The linker takes from an archive what is asked for; -r asks for what Swift's object
# lacks, and so for what it uses of jansson.
add_library(calque_symbols OBJECT ${PROJECT_BINARY_DIR}/calque.c)
set_target_properties(calque_symbols PROPERTIES POSITION_INDEPENDENT_CODE ON)
add_custom_command(
  OUTPUT ${CALQUE_ARCHIVE}
  DEPENDS calque ${CALQUE_OBJECTS} ${archive_names} calque_symbols
  COMMAND ${CMAKE_LINKER} -r --force-group-allocation -o ${archive_object}
    ${CALQUE_OBJECTS} $<TARGET_OBJECTS:calque_symbols> ${CALQUE_RUNTIME}
    ${CALQUE_JANSSON_ARCHIVE}
  COMMAND ${CALQUE_OBJCOPY} --keep-global-symbols=${archive_names}
    --remove-section=.swift1_autolink_entries ${archive_object}
  COMMAND ${CMAKE_COMMAND} -E rm -f ${CALQUE_ARCHIVE}
  COMMAND ${CMAKE_AR} rcs ${CALQUE_ARCHIVE} ${archive_object}
  COMMAND_EXPAND_LISTS VERBATIM)
add_custom_target(calque_archive ALL DEPENDS ${CALQUE_ARCHIVE})

add_library(calque_static STATIC IMPORTED GLOBAL)
add_library(calque::calque_static ALIAS calque_static)
add_dependencies(calque_static calque_archive)
set_target_properties(calque_static PROPERTIES
  IMPORTED_LOCATION ${CALQUE_ARCHIVE}
  INTERFACE_INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR}/include
  INTERFACE_LINK_OPTIONS LINKER:--gc-sections
  INTERFACE_LINK_LIBRARIES "${CALQUE_JANSSON_FOR_USERS};m")
