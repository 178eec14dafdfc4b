# The archive of a release as a part of another project, by FetchContent or
# add_subdirectory: its targets are calque::calque, calque::calque_static and
# calque::http.
cmake_minimum_required(VERSION 3.25)
project(calque_archive LANGUAGES C)
set(CMAKE_FIND_PACKAGE_TARGETS_GLOBAL ON)
find_package(calque REQUIRED CONFIG NO_DEFAULT_PATH PATHS ${CMAKE_CURRENT_SOURCE_DIR})
