import CalqueBase

/// The lists of the library's block that belong to all locales.
enum CoreLists {
  /// The digit zero of a numbering system; empty for an unknown one, or one that is not a set of digits.
  static func zero(of system: Bytes) -> Bytes {
    let list = list(0)
    // Each name has its digit behind it.
    return list.number(of: system).map { $0 & 1 == 0 ? list.word($0 &+ 1) : .none } ?? .none
  }

  /// Digits behind the point of a currency; two unless CLDR says otherwise.
  static func digits(ofCurrency code: Bytes) -> Int {
    let digits = list(1)
    return digits.record(code, width: 4).map { Int(digits[4 &* $0 &+ 3] & 0x0F) } ?? 2
  }

  /// The number of a unit among those that have patterns of their own.
  static func unit(_ name: Bytes) -> Int? { list(2).number(of: name) }

  private static func list(_ index: Int) -> Bytes { LocaleData.core?.shared(index) ?? .none }
}

/// Numbers that are gathered one after the other, in memory of their own: reading and adding one is a
/// call, not the code of an array.
final class Numbers: @unchecked Sendable {
  // Unchecked: written while a formatter is made.
  private var bytes = ByteBuffer(capacity: 0)

  @inline(never)
  init() {}

  deinit { bytes.deallocate() }

  @inline(never)
  func append(_ number: Int) {
    bytes.extend(by: MemoryLayout<Int>.size).storeBytes(of: number, as: Int.self)
  }

  /// The first place of a number among every so many; `count` when it is not there.
  @inline(never)
  func place(of number: Int, step: Int = 1) -> Int {
    var place = 0
    while place < count, self[place] != number { place &+= step }
    return place
  }

  func contains(_ number: Int) -> Bool { place(of: number) < count }

  var count: Int { bytes.count / MemoryLayout<Int>.size }

  /// - Parameter place: Less than `count`.
  subscript(place: Int) -> Int {
    bytes.start.load(fromByteOffset: place &* MemoryLayout<Int>.size, as: Int.self)
  }
}

/// The ten digits of a numbering system in UTF-8; all are of the same length.
final class Digits: Sendable {
  private static let hanidec: [UInt32] = [
    0x3007, 0x4E00, 0x4E8C, 0x4E09, 0x56DB, 0x4E94, 0x516D, 0x4E03, 0x516B, 0x4E5D,
  ]

  /// The bytes of zero, the first one lowest; the other digits differ in their last byte alone.
  private let zero: UInt64
  private let step: UInt64
  let width: Int
  /// Whether Unicode counts them as decimal digits: those of `hanidec` are letters.
  let areDecimal: Bool

  /// - Parameter zero: The digit zero; the others follow it, but in `hanidec`.
  init(zero text: Bytes) {
    let first = CodePoint.first(text)
    areDecimal = first != Self.hanidec[0]
    zero = CodePoint.utf8(first)
    width = max(min(text.count, 4), 1)
    step = 1 << UInt64(8 &* (width &- 1))
  }

  /// The bytes of a digit, 0 to 9, the first one lowest.
  @inline(__always)
  func word(_ digit: UInt64) -> UInt64 {
    areDecimal ? zero &+ digit &* step : CodePoint.utf8(Self.hanidec[Int(min(digit, 9))])
  }

  /// Appends one digit, 0 to 9.
  @inline(__always)
  func append(_ digit: UInt8, to output: inout Output) {
    if width == 1 { output.append(0x30 &+ digit) } else { appendWide(digit, to: &output) }
  }

  @inline(never)
  private func appendWide(_ digit: UInt8, to output: inout Output) {
    output.append(word: word(UInt64(digit)), width)
  }

  /// Appends a number that is not negative, in at least so many digits, at most 18. Eight of them
  /// are put together at once.
  @inline(never)
  func append(_ number: Int, atLeast count: Int, to output: inout Output) {
    var rest = UInt64(truncatingIfNeeded: number)
    var text: UInt64 = 0
    var length = 0
    repeat {
      let front = Tens.tenth(rest)
      text = text << 8 | (0x30 &+ rest &- front &* 10)
      rest = front
      length &+= 1
    } while (rest > 0 || length < count) && length < 8
    if rest > 0 || length < count {
      append(Int(truncatingIfNeeded: rest), atLeast: count &- length, to: &output)
    }
    if width == 1 { return output.append(word: text, length) }
    for _ in 0..<length {
      appendWide(UInt8(truncatingIfNeeded: text) & 0x0F, to: &output)
      text >>= 8
    }
  }
}
