# The files that `cmake --install` installs: headers, libraries, calque.pc and
# the CMake package `calque` with the targets calque::calque and
# calque::calque_static, and calque::http where libcalque-http is built, with
# calque-http.pc.
include(CMakePackageConfigHelpers)
set(CALQUE_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/calque)

install(TARGETS calque EXPORT calque-targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    COMPONENT runtime NAMELINK_COMPONENT development)
# What other packages of a distribution may leave out: config finds the targets that are
# there.
if(CALQUE_HTTP)
  install(TARGETS calque-http EXPORT calque-http-targets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
      COMPONENT http NAMELINK_COMPONENT development)
endif()
if(TARGET calque-compile)
  install(TARGETS calque-compile EXPORT calque-tools-targets
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT development)
  install(FILES tools/calque-compile/calque-compile.1
    DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT development)
endif()
install(FILES include/calque.h include/calque.hpp include/calque_easy.h
  include/calque.cdef.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(DIRECTORY include/calque
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
  FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
if(CALQUE_EMBEDDED)
  install(FILES ${CALQUE_ARCHIVE}
    DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
endif()

set(exports calque-targets)
if(CALQUE_HTTP)
  list(APPEND exports calque-http-targets)
endif()
if(TARGET calque-compile)
  list(APPEND exports calque-tools-targets)
endif()
foreach(export IN LISTS exports)
  install(EXPORT ${export} NAMESPACE calque::
    DESTINATION ${CALQUE_CMAKE_DIR} COMPONENT development)
endforeach()
configure_package_config_file(cmake/calque-config.cmake.in calque-config.cmake
  INSTALL_DESTINATION ${CALQUE_CMAKE_DIR}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(calque-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/calque-config.cmake
  ${PROJECT_BINARY_DIR}/calque-config-version.cmake
  cmake/CalqueCatalog.cmake
  DESTINATION ${CALQUE_CMAKE_DIR} COMPONENT development)

# A tree that may be moved finds its prefix from where calque.pc lies; another one has it
# written down, so that pkg-config prints plain folders.
option(CALQUE_RELOCATABLE "calque.pc names no folder" OFF)
if(CALQUE_RELOCATABLE)
  file(RELATIVE_PATH up ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
  string(REGEX REPLACE "/$" "" up ${up})
  set(pc_prefix "\\\${pcfiledir}/${up}")
else()
  set(pc_prefix "\${CMAKE_INSTALL_PREFIX}")
endif()
file(RELATIVE_PATH CALQUE_PC_LIBDIR
  ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH CALQUE_PC_INCLUDEDIR
  ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
set(packages calque)
if(CALQUE_HTTP)
  list(APPEND packages calque-http)
endif()
foreach(package IN LISTS packages)
  # The prefix is that of the install, which its --prefix may choose.
  configure_file(cmake/${package}.pc.in ${package}.pc.in @ONLY)
  install(CODE "
    file(READ \"${PROJECT_BINARY_DIR}/${package}.pc.in\" text)
    string(REPLACE PREFIX \"${pc_prefix}\" text \"\${text}\")
    file(WRITE \"${PROJECT_BINARY_DIR}/${package}.pc\" \"\${text}\")"
    COMPONENT development)
  install(FILES ${PROJECT_BINARY_DIR}/${package}.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endforeach()

install(FILES include/calque-api.json include/calque-api.schema.json
  DESTINATION ${CMAKE_INSTALL_DATADIR}/calque COMPONENT development)

include(CalqueReference)

# The licences of Calque, of the tables inside it, and of jansson where it is inside.
set(licences LICENSE packaging/licences/Unicode-3.0.txt)
if(CALQUE_BUNDLED_JANSSON)
  list(APPEND licences packaging/licences/jansson.txt)
endif()
install(FILES ${licences} DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/calque
  COMPONENT runtime)

# A project that fetches an installed tree finds the package in it.
install(FILES cmake/fetched.cmake DESTINATION . RENAME CMakeLists.txt
  COMPONENT fetched EXCLUDE_FROM_ALL)
