/// Division by powers of ten by multiplication. Code compiled for size would use division, which
/// takes several times as long.
package enum Tens {
  @inline(__always)
  package static func tenth(_ number: UInt64) -> UInt64 {
    number.multipliedFullWidth(by: 0xCCCC_CCCC_CCCC_CCCD).high >> 3
  }

  @inline(__always)
  package static func hundredth(_ number: UInt64) -> UInt64 {
    (number >> 2).multipliedFullWidth(by: 0x28F5_C28F_5C28_F5C3).high >> 2
  }

  /// The last digit.
  @inline(__always)
  package static func last(_ number: UInt64) -> UInt64 { number &- tenth(number) &* 10 }

  /// The last two digits.
  @inline(__always)
  package static func lastTwo(_ number: UInt64) -> UInt64 { number &- hundredth(number) &* 100 }
}
