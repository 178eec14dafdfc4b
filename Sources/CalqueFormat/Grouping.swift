import CalqueBase

/// Digits of the last group and of those before, and from how many digits on a number is grouped.
struct Grouping: Sendable {
  /// Bytes of the longest separator that whole numbers are written with.
  private static let wide = 4
  /// Room for the digits of 64 bits, each but one in a group of its own, and for a wide store.
  private static let room = Quantity.longest &* (1 &+ wide)

  let primary: Int
  let secondary: Int
  /// 0 for never.
  let from: Int
  /// The separator's bytes, the last one highest.
  private var separator: UInt32 = 0
  private let width: Int
  /// The smallest whole number that is grouped.
  private var least = UInt64.max

  init(
    _ pattern: NumberPattern, _ locale: FormatLocale, _ wanted: NumberOptions.Grouping,
    _ separator: Bytes
  ) {
    (primary, secondary) = (pattern.primary, pattern.secondary)
    let stated = locale.text(LocaleFields.Core.leastGrouped)
    let usual = stated.isEmpty ? 1 : Int(stated[0] & 0x0F)
    switch wanted {
    case .always: from = primary == 0 ? 0 : primary &+ 1
    case .min2: from = primary == 0 ? 0 : primary &+ max(usual, 2)
    case .automatic: from = primary == 0 ? 0 : primary &+ usual
    case .off: from = 0
    }
    width = separator.count
    for byte in separator {
      self.separator = self.separator >> 8 | UInt32(truncatingIfNeeded: byte) << 24
    }
    if from > 0, from <= Quantity.longest {
      least = 1
      for _ in 1..<from { least &*= 10 }
    }
  }

  /// Whether `append` can write the separator.
  var isNarrow: Bool { width <= Self.wide }

  /// How many digits are behind the first separator of a number of so many; 0 for none.
  func first(of digits: Int) -> Int {
    if from == 0 || digits < from { return 0 }
    return primary &+ (digits &- primary &- 1) / secondary &* secondary
  }

  /// Appends a whole number in ASCII digits, from the last one on.
  @inline(never)
  func append(_ number: UInt64, to output: inout Output) {
    withUnsafeTemporaryAllocation(byteCount: Self.room, alignment: 1) { room in
      guard let start = room.baseAddress else { return }
      var rest = number
      var place = Self.room
      var left = number < least ? place : primary
      while true {
        place &-= 1
        start.storeBytes(
          of: UInt8(truncatingIfNeeded: 0x30 &+ Tens.last(rest)), toByteOffset: place,
          as: UInt8.self)
        rest = Tens.tenth(rest)
        if rest == 0 { break }
        left &-= 1
        if left == 0 {
          // The bytes before the separator are written next.
          start.storeBytes(
            of: separator.littleEndian, toByteOffset: place &- Self.wide, as: UInt32.self)
          place &-= width
          left = secondary
        }
      }
      output.append(Bytes(rebasing: room.assumingMemoryBound(to: UInt8.self)[place...]))
    }
  }
}
