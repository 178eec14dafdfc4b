import CalqueBase

/// A number as decimal digits, to be rounded and shown: 0.d1d2d3… × 10^point.
struct Quantity {
  enum Kind: UInt8 {
    case finite, infinite, notANumber
  }

  /// Digits that are added at most behind those that were given: a limit of fraction digits, a carry.
  static let reserve = 128
  /// Digits of the longest integer of 64 bits.
  static let longest = 20

  /// ASCII digits, the first of which is not zero; there is room for `reserve` more.
  private(set) var digits: UnsafeMutablePointer<UInt8>
  private(set) var capacity: Int
  var count = 0
  var point = 0
  var isNegative = false
  var kind = Kind.finite

  init(_ storage: UnsafeMutableBufferPointer<UInt8>) {
    // Storage is never empty: see `reserve`.
    digits = storage.baseAddress.unsafelyUnwrapped
    capacity = storage.count
  }

  var isZero: Bool { count == 0 && kind == .finite }

  /// Exactly 1, whatever its sign.
  var isOne: Bool { count == 1 && point == 1 && digits[0] == 0x31 }

  /// The power of ten of the first digit; 0 for zero.
  var magnitude: Int { count == 0 ? 0 : point &- 1 }

  // MARK: Reading

  mutating func set(_ number: Int64) {
    isNegative = number < 0
    set(magnitude: number.magnitude)
  }

  mutating func set(magnitude number: UInt64) {
    // The last digit first: what is before the first one is left out.
    var rest = number
    var place = Self.longest
    while rest > 0 {
      place &-= 1
      digits[place] = UInt8(truncatingIfNeeded: 0x30 &+ Tens.last(rest))
      rest = Tens.tenth(rest)
    }
    digits += place
    capacity &-= place
    count = Self.longest &- place
    point = count
    trim()
  }

  /// The shortest decimal that reads back as the number.
  mutating func set(_ number: Double) {
    isNegative = number.sign == .minus && !number.isNaN
    guard number.isFinite else {
      kind = number.isNaN ? .notANumber : .infinite
      return
    }
    let size = number.magnitude
    if let (whole, fraction) = Decimal.short(size) {
      set(magnitude: whole)
      point &-= fraction
    } else {
      let (digits, count, place) = Decimal.shortestDigits(size)
      set(magnitude: digits)
      point &+= place &- count
    }
    trim()
  }

  /// Reads a decimal numeral such as `-1234.50` or `12e3`; false for other text.
  mutating func set(decimal text: Bytes) -> Bool {
    var place = 0
    if place < text.count, text[place] == 0x2D || text[place] == 0x2B {
      isNegative = text[place] == 0x2D
      place &+= 1
    }
    var seenPoint = false
    var seenDigit = false
    while place < text.count {
      let byte = text[place]
      if byte == 0x2E, !seenPoint {
        seenPoint = true
      } else if byte >= 0x30, byte <= 0x39 {
        seenDigit = true
        if count == 0, byte == 0x30 {
          if seenPoint { point &-= 1 }
        } else if count < capacity &- Self.reserve {
          digits[count] = byte
          count &+= 1
          if !seenPoint { point &+= 1 }
        }
      } else {
        break
      }
      place &+= 1
    }
    guard seenDigit else { return false }
    if place < text.count {
      let most = 100_000
      guard text[place] | 0x20 == 0x65,
        let exponent = text.signedRest(from: place &+ 1, atMost: UInt64(most)),
        exponent.magnitude < most
      else { return false }
      point &+= exponent
    }
    trim()
    return true
  }

  /// Leaves out zeros at the end; zero has no digits.
  mutating func trim() {
    while count > 0, digits[count &- 1] == 0x30 { count &-= 1 }
    if count == 0 { point = 0 }
  }

  // MARK: Changing

  mutating func shift(by places: Int) {
    if count > 0 { point &+= places }
  }

  /// Rounds so that the last digit is that of 10^place.
  mutating func round(to place: Int, _ mode: RoundingMode) {
    mode.round(digits, &count, &point, keeping: point &- place, isNegative: isNegative)
  }
}
