# The licences of what is in a wheel, where installers look for them.
install(FILES
  ${PROJECT_SOURCE_DIR}/LICENSE
  ${PROJECT_SOURCE_DIR}/packaging/licences/Unicode-3.0.txt
  ${PROJECT_SOURCE_DIR}/packaging/licences/jansson.txt
  DESTINATION ${SKBUILD_METADATA_DIR}/licenses COMPONENT python)
