# CALQUE_RUNTIME: what of the Swift toolchain goes into the library.
set(target)
if(CALQUE_SWIFT_TARGET)
  set(target -target ${CALQUE_SWIFT_TARGET})
endif()
execute_process(
  COMMAND ${CMAKE_Swift_COMPILER} ${target} -print-target-info
  OUTPUT_VARIABLE target_info COMMAND_ERROR_IS_FATAL ANY)
string(JSON resources GET "${target_info}" paths runtimeResourcePath)
string(JSON triple GET "${target_info}" target moduleTriple)

if(CALQUE_EMBEDDED)
  # Only the Unicode tables, of which the linker takes what is used.
  set(CALQUE_RUNTIME ${resources}/embedded/${triple}/libswiftUnicodeDataTables.a)
else()
  # The whole runtime, statically: no libswift*.so is needed to run. swiftrt.o
  # registers the metadata of the library with the runtime that is inside it.
  string(REGEX MATCH "^[^-]+" architecture ${triple})
  set(static_runtime ${resources}_static/linux)
  set(CALQUE_RUNTIME
    ${static_runtime}/${architecture}/swiftrt.o
    -L${static_runtime}
    -Wl,--start-group
    -lswiftSynchronization -lswift_StringProcessing -lswift_RegexParser
    -lswift_Concurrency -lswiftSwiftOnoneSupport -lswiftCore
    -ldispatch -lBlocksRuntime
    -Wl,--end-group
    -lstdc++ -ldl -lpthread -lm)
endif()
