# The Python package around libraries that are built already: scripts/release.sh makes
# one wheel for each Python from one build of the library.
include(GNUInstallDirs)
option(CALQUE_PYTHON "Build calque._fast, where headers of Python are found" ON)
if(CALQUE_PYTHON)
  add_subdirectory(bindings/python/fast)
endif()
foreach(name IN ITEMS libcalque.so libcalque-http.so)
  if(EXISTS ${CALQUE_PREBUILT}/${name})
    file(REAL_PATH ${CALQUE_PREBUILT}/${name} library)
    install(FILES ${library} DESTINATION . RENAME ${name} COMPONENT python)
  endif()
endforeach()
