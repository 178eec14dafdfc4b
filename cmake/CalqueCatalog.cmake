# calque_add_catalog(<target> FOLDER <folder> [NAME <name>] [FORMAT <format>]
#                    [OPTIONS <json>] [FILE_ONLY])
#
# Compiles the JSON catalogs of a folder when the target is built, again when one
# changes, and embeds the catalog file: the target can include "<name>.h" and open
# <name>, of <name>_size bytes, with calque_catalog_open_memory(). The name is
# <target>_catalog unless it is given. With FILE_ONLY nothing is embedded; the
# property CALQUE_CATALOG of the target is the path of the file in any case.
function(calque_add_catalog target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "FILE_ONLY" "FOLDER;NAME;FORMAT;OPTIONS" "")
  if(NOT TARGET ${target} OR NOT arg_FOLDER OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "calque_add_catalog(<target> FOLDER <folder> ...)")
  endif()
  if(NOT arg_NAME)
    string(MAKE_C_IDENTIFIER ${target}_catalog arg_NAME)
  endif()
  if(NOT arg_FORMAT)
    set(arg_FORMAT v4)
  endif()
  set(options)
  if(arg_OPTIONS)
    set(options --options ${arg_OPTIONS})
  endif()
  cmake_path(ABSOLUTE_PATH arg_FOLDER)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${arg_FOLDER}/*.json)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}.catalog)
  set(file ${folder}/${arg_NAME}.calque)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(OUTPUT ${file}
    COMMAND calque::calque-compile compile --format ${arg_FORMAT} ${options}
      ${arg_FOLDER} ${file}
    DEPENDS ${sources} calque::calque-compile
    COMMENT "Compiling catalogs of ${target}" VERBATIM)
  set_target_properties(${target} PROPERTIES CALQUE_CATALOG ${file})
  if(arg_FILE_ONLY)
    target_sources(${target} PRIVATE ${file})
    return()
  endif()
  set(stem ${folder}/${arg_NAME})
  add_custom_command(OUTPUT ${stem}.c ${stem}.h
    COMMAND calque::calque-compile embed --name ${arg_NAME}
      --source ${stem}.c --header ${stem}.h ${file}
    DEPENDS ${file} calque::calque-compile
    COMMENT "Embedding catalogs of ${target}" VERBATIM)
  target_sources(${target} PRIVATE ${stem}.c ${stem}.h)
  target_include_directories(${target} PRIVATE ${folder})
endfunction()
