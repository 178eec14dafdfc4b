/// Numbers of two decimal digits in the values of a packed table.
enum PackedNumber {
  /// The number at a place, or nil when there stands `--`.
  static func read(_ value: UnsafeBufferPointer<UInt8>, _ place: Int) -> UInt8? {
    let offset = place * 2
    guard offset + 1 < value.count else { return nil }
    let (tens, units) = (value[offset] &- 0x30, value[offset + 1] &- 0x30)
    return tens < 10 && units < 10 ? tens &* 10 &+ units : nil
  }
}
