import CalqueBase

/// The entry point for libFuzzer. `CALQUE_FUZZ_TARGET` of the environment chooses the target.
@c(LLVMFuzzerTestOneInput)
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
  let bytes = UnsafeBufferPointer(start: data, count: size)
  FuzzTarget.chosen.run(FuzzInput(bytes))
  return 0
}
