/// Code points as UTF-8.
package enum UTF8Encoding {
  /// Writes a code point to an address with room for four bytes.
  ///
  /// - Returns: the number of bytes written.
  package static func write(_ scalar: UInt32, to place: UnsafeMutablePointer<UInt8>) -> Int {
    func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | scalar >> shift & 0x3F) }
    switch scalar {
    case ..<0x80:
      place[0] = UInt8(truncatingIfNeeded: scalar)
      return 1
    case ..<0x800:
      place[0] = UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6)
      place[1] = tail(0)
      return 2
    case ..<0x10000:
      place[0] = UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12)
      (place[1], place[2]) = (tail(6), tail(0))
      return 3
    default:
      place[0] = UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18)
      (place[1], place[2], place[3]) = (tail(12), tail(6), tail(0))
      return 4
    }
  }
}
