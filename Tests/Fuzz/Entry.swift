import CalqueBase

/// One input of libFuzzer, which threads.c hands on. `CALQUE_FUZZ_TARGET` of the environment chooses the target.
@c(calque_fuzz_one_input)
public func fuzzOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> Int32 {
  let bytes = UnsafeBufferPointer(start: data, count: size)
  FuzzTarget.chosen.run(FuzzInput(bytes))
  return 0
}
