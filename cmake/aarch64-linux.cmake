# For aarch64 Linux, compiled on another machine:
#   cmake -DCMAKE_TOOLCHAIN_FILE=cmake/aarch64-linux.cmake -DCALQUE_SYSTEM=FOLDER ...
# FOLDER is a Debian system for arm64, or its packages with headers and libraries,
# unpacked: `debian_system` of tools/packages.sh makes one.
#
# The toolchain for x86-64 has no Embedded standard library for aarch64 Linux. That for
# bare aarch64 has the same calling convention and object format: Swift is compiled for
# it, with the headers of Linux, and clang turns the result into code for Linux.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CALQUE_SYSTEM "" CACHE PATH "A system for the machine to compile for")
set(CALQUE_SWIFT_TARGET aarch64-none-none-elf)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_SYSROOT ${CALQUE_SYSTEM})
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CALQUE_SYSTEM)

# The compiler is tried for this machine, which it cannot link for the other.
set(CMAKE_Swift_COMPILER_FORCED ON)
find_program(swiftc swiftc REQUIRED)
file(REAL_PATH ${swiftc} swift_driver)
cmake_path(GET swift_driver PARENT_PATH swift_folder)
set(CMAKE_Swift_COMPILER ${swiftc})
set(CMAKE_C_COMPILER ${swift_folder}/clang)
set(CMAKE_C_COMPILER_TARGET ${CMAKE_LIBRARY_ARCHITECTURE})
set(CMAKE_EXE_LINKER_FLAGS_INIT -fuse-ld=lld)
set(CMAKE_SHARED_LINKER_FLAGS_INIT -fuse-ld=lld)
set(CMAKE_MODULE_LINKER_FLAGS_INIT -fuse-ld=lld)

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CALQUE_SYSTEM})
set(ENV{PKG_CONFIG_LIBDIR}
  ${CALQUE_SYSTEM}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/pkgconfig)
