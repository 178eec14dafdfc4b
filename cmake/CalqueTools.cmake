# Tools of the Swift toolchain beside its compiler, and how libraries are linked.
get_filename_component(swift_driver ${CMAKE_Swift_COMPILER} REALPATH)
get_filename_component(swift_binaries ${swift_driver} DIRECTORY)
get_filename_component(swift_folder ${CMAKE_Swift_COMPILER} DIRECTORY)
set(swift_folders ${swift_folder} ${swift_binaries})
find_program(CALQUE_CLANG clang HINTS ${swift_folders} NO_DEFAULT_PATH REQUIRED)
# The toolchain's objcopy makes weak names local too; the one of binutils does not.
find_program(CALQUE_OBJCOPY llvm-objcopy HINTS ${swift_folders} NO_DEFAULT_PATH REQUIRED)
find_program(CALQUE_LLD ld.lld HINTS ${swift_folders} NO_DEFAULT_PATH REQUIRED)

set(CALQUE_LINK_OPTIONS -Wl,-z,defs ${CALQUE_HARDENING}
  -Wl,--gc-sections -Wl,--as-needed $<$<CONFIG:Release>:-s>)

# lld folds functions with the same code. Packed relative relocations need glibc
# 2.36 where the library runs: the default asks the glibc that it is built with.
include(CheckCSourceCompiles)
check_c_source_compiles("
  #include <features.h>
  #if !__GLIBC_PREREQ(2, 36)
  #error older
  #endif
  int main(void) { return 0; }" CALQUE_LOADER_UNPACKS)
if(CALQUE_LOADER_UNPACKS)
  set(unpacks ON)
else()
  set(unpacks OFF)
endif()
option(CALQUE_PACKED_RELOCATIONS "Relative relocations as a bitmap" ${unpacks})
get_filename_component(lld_folder ${CALQUE_LLD} DIRECTORY)
list(APPEND CALQUE_LINK_OPTIONS -B${lld_folder} -fuse-ld=lld -Wl,--icf=all -Wl,-O2)
if(CALQUE_PACKED_RELOCATIONS)
  list(APPEND CALQUE_LINK_OPTIONS -Wl,-z,pack-relative-relocs)
endif()
