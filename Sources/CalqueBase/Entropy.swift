import CPlatform

/// The system's source of randomness.
package enum Entropy {
  /// 128 random bits. Derived from the time if the system cannot provide any, so that callers never
  /// fail.
  package static func words() -> (UInt64, UInt64) {
    var words: (UInt64, UInt64) = (0, 0)
    let isRandom = withUnsafeMutableBytes(of: &words) { bytes in
      calque_platform_random(bytes.baseAddress, bytes.count) != 0
    }
    if isRandom { return words }
    let time = UInt64(bitPattern: calque_platform_milliseconds())
    return (time, time &* 0x9E37_79B9_7F4A_7C15)
  }
}
