# libcalque-http.so: the transport over libcurl, beside libcalque.
#
# Only of Embedded Swift: two libraries with the whole Swift runtime inside do not
# go into one process.
if(NOT CALQUE_HTTP)
  return()
endif()

calque_module(CalqueHTTP
  SOURCES
    Gunzip.swift HTTP.swift HTTPClient.swift HTTPLoop.swift HTTPOptions.swift
    HeaderFields.swift Transfer+Request.swift Transfer.swift
    Diagnostic+Transfer.swift ../CalqueABI/Memory.swift
  IMPORTS CalqueBase CalqueJSON)

set(CALQUE_HTTP_VERSION_SCRIPT ${PROJECT_SOURCE_DIR}/cmake/calque-http.map)
set(http_object ${CALQUE_OBJECT_CalqueHTTP})
set_source_files_properties(${http_object} PROPERTIES
  EXTERNAL_OBJECT ON GENERATED ON)
add_library(calque-http SHARED ${PROJECT_BINARY_DIR}/calque.c ${http_object})
add_library(calque::http ALIAS calque-http)
set_target_properties(calque-http PROPERTIES
  EXPORT_NAME http
  VERSION ${PROJECT_VERSION} SOVERSION ${CALQUE_SOVERSION}
  LINKER_LANGUAGE C
  LINK_DEPENDS ${CALQUE_HTTP_VERSION_SCRIPT})
target_link_options(calque-http PRIVATE
  -Wl,--version-script=${CALQUE_HTTP_VERSION_SCRIPT} ${CALQUE_LINK_OPTIONS})
target_link_libraries(calque-http
  PUBLIC calque
  PRIVATE ${CALQUE_RUNTIME} PkgConfig::CURL PkgConfig::ZLIB ${CALQUE_JANSSON})
