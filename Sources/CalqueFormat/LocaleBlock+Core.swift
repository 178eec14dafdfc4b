import CalqueBase
import Synchronization

/// The block that is part of the library.
extension LocaleBlock {
  /// Where it was unpacked to; 0 before that.
  private static let unpacked = Atomic<UInt>(0)
  /// Less is bytes as they are, more is a copy: see scripts/locale_squeeze.py.
  private static let literals = 32
  private static let shortest = 3

  /// Unpacked when it is first asked for, and kept.
  static var core: LocaleBlock? {
    let known = UnsafePointer<UInt8>(bitPattern: unpacked.load(ordering: .acquiring))
    return LocaleBlock(known ?? unpack(), CoreLocaleData.size)
  }

  @inline(never)
  private static func unpack() -> UnsafePointer<UInt8> {
    let made = UnsafeMutablePointer<UInt8>.allocate(capacity: CoreLocaleData.size)
    var to = made
    var from = CoreLocaleData.squeezed.utf8Start
    while to < made + CoreLocaleData.size {
      let step = Int(from[0])
      from += 1
      var source = from
      var count = step &+ 1
      if step < literals {
        from += count
      } else {
        count = (step &- literals) >> 1 &+ shortest
        var place = Int(from[0])
        from += 1
        if step & 1 == 1 {
          place |= Int(from[0]) << 7
          from += 1
        }
        source = UnsafePointer(to - place - 1)
      }
      for place in 0..<count { to[place] = source[place] }
      to += count
    }
    let (isFirst, known) = unpacked.compareExchange(
      expected: 0, desired: UInt(bitPattern: made), ordering: .acquiringAndReleasing)
    if isFirst { return UnsafePointer(made) }
    made.deallocate()
    // Another thread was faster.
    return UnsafePointer(bitPattern: known) ?? unpack()
  }
}
