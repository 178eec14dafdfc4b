# CALQUE_JANSSON: how the libraries link jansson. With CALQUE_BUNDLED_JANSSON it is a
# part of each of them, under no name that a program sees, and installed packages do
# not ask for it.
if(CALQUE_BUNDLED_JANSSON)
  pkg_get_variable(jansson_folder jansson libdir)
  find_library(CALQUE_JANSSON_ARCHIVE libjansson.a HINTS ${jansson_folder} REQUIRED)
  set(CALQUE_JANSSON ${CALQUE_JANSSON_ARCHIVE})
  # Debian compiles the archive for programs: what it says of stdin does not go into a
  # shared library. Only json_loadf() asks for it, which Calque never calls.
  set(CALQUE_JANSSON_SYMBOLS
    "__attribute__((visibility(\"hidden\"))) void *stdin;\n")
  set(CALQUE_JANSSON_FOR_USERS)
  set(CALQUE_PC_REQUIRES)
else()
  # A folder that was configured with it before has it in its cache.
  unset(CALQUE_JANSSON_ARCHIVE CACHE)
  set(CALQUE_JANSSON PkgConfig::JANSSON)
  set(CALQUE_JANSSON_FOR_USERS PkgConfig::JANSSON)
  set(CALQUE_PC_REQUIRES "Requires.private: jansson >= 2.11")
endif()
