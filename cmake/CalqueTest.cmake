# calque_c_test(<name> <source> [<argument>...])
#
# A C program that tests itself: it prints `N passed, N failed` and exits with 0
# when nothing failed. It runs against the shared library, and against the static
# one, from which the linker drops what the program does not use.
function(calque_c_test name source)
  calque_program(${name} ${source})
  add_test(NAME ${name} COMMAND ${name} ${ARGN})
  calque_memory_test(${name} ${ARGN})
  if(TARGET calque::calque_static)
    add_executable(${name}_static ${source})
    target_link_libraries(${name}_static PRIVATE calque::calque_static m)
    target_link_options(${name}_static PRIVATE -Wl,--gc-sections)
    add_test(NAME static.${name} COMMAND ${name}_static ${ARGN})
  endif()
endfunction()

# calque_example(<name> EXPECTED <file> SOURCES <files> [ARGUMENTS <arguments>])
#
# An example program, whose output is compared with a file.
function(calque_example name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "EXPECTED" "SOURCES;ARGUMENTS")
  calque_program(${name} ${arg_SOURCES})
  add_test(NAME example.${name}
    COMMAND ${CMAKE_COMMAND}
      "-DPROGRAM=$<TARGET_FILE:${name}>" "-DARGUMENTS=${arg_ARGUMENTS}"
      -DEXPECTED=${CMAKE_CURRENT_SOURCE_DIR}/${arg_EXPECTED}
      -P ${PROJECT_SOURCE_DIR}/cmake/CompareOutput.cmake)
  calque_memory_test(${name} ${arg_ARGUMENTS})
endfunction()

# A C program over the shared library, as strict as compilers get.
function(calque_program name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE calque::calque)
  target_compile_options(${name} PRIVATE
    -Wall -Wextra -Wshadow -Wstrict-prototypes -Werror)
endfunction()

# The same program under valgrind: ctest -L memory. Only of the shipped build;
# the Swift runtime of the other one keeps what it allocates.
function(calque_memory_test name)
  if(NOT CALQUE_EMBEDDED OR NOT CALQUE_VALGRIND)
    return()
  endif()
  add_test(NAME memory.${name}
    COMMAND ${CALQUE_VALGRIND} --quiet --leak-check=full
      --suppressions=${PROJECT_SOURCE_DIR}/cmake/valgrind.supp
      --show-leak-kinds=definite,indirect,possible
      --errors-for-leak-kinds=definite,indirect,possible --error-exitcode=99
      $<TARGET_FILE:${name}> ${ARGN})
  set_tests_properties(memory.${name} PROPERTIES LABELS memory)
endfunction()

find_program(CALQUE_VALGRIND valgrind)
