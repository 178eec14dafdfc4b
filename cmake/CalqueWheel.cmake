# The licences of what is in a wheel, where installers look for them, and the manual
# page of its command, where `man` finds it beside `bin`.
install(FILES
  ${PROJECT_SOURCE_DIR}/LICENSE
  ${PROJECT_SOURCE_DIR}/packaging/licences/Unicode-3.0.txt
  ${PROJECT_SOURCE_DIR}/packaging/licences/jansson.txt
  DESTINATION ${SKBUILD_METADATA_DIR}/licenses COMPONENT python)
install(FILES ${PROJECT_SOURCE_DIR}/bindings/python/calque.1
  DESTINATION ${SKBUILD_DATA_DIR}/share/man/man1 COMPONENT python)
