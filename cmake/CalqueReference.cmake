# The reference of the C interface, manual pages and pages for a browser, from
# include/calque-api.json. Without Python there is none.
find_package(Python3 COMPONENTS Interpreter)
if(NOT Python3_Interpreter_FOUND)
  return()
endif()
set(reference ${PROJECT_BINARY_DIR}/reference)
set(generators)
foreach(name IN ITEMS generate_reference reference_pages reference_site)
  list(APPEND generators ${PROJECT_SOURCE_DIR}/tools/generators/${name}.py)
endforeach()
add_custom_command(OUTPUT ${reference}.stamp
  DEPENDS ${PROJECT_SOURCE_DIR}/include/calque-api.json ${generators}
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${reference}
  COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/generators/generate_reference.py
    --man ${reference}/man3 --html ${reference}/html
  COMMAND ${CMAKE_COMMAND} -E touch ${reference}.stamp
  COMMENT "Writing the reference" VERBATIM)
add_custom_target(calque_reference ALL DEPENDS ${reference}.stamp)
install(DIRECTORY ${reference}/man3
  DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT development)
install(DIRECTORY ${reference}/html
  DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT development)
