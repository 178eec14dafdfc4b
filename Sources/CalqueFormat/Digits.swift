import CalqueBase

/// The ten digits of a numbering system in UTF-8; all are of the same length. Trivial.
struct Digits: Sendable {
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
  @inline(never)
  func append(_ digit: UInt8, to output: inout Output) {
    output.append(word: word(UInt64(digit)), width)
  }

  /// Appends a number that is not negative, in at least so many digits, at most 18.
  @inline(never)
  func append(_ number: Int, atLeast count: Int, to output: inout Output) {
    if width == 1, number < 100, count <= 2 {
      let tens = (UInt32(truncatingIfNeeded: number) &* 103) >> 10
      if tens > 0 || count == 2 { output.append(UInt8(truncatingIfNeeded: 0x30 &+ tens)) }
      let last = UInt32(truncatingIfNeeded: number) &- tens &* 10
      output.append(UInt8(truncatingIfNeeded: 0x30 &+ last))
      return
    }
    appendMore(number, atLeast: count, to: &output)
  }

  // Apart, so that short numbers take no more than they need.
  @inline(never)
  private func appendMore(_ number: Int, atLeast count: Int, to output: inout Output) {
    let rest = Tens.tenth(UInt64(truncatingIfNeeded: number))
    if rest > 0 || count > 1 {
      appendMore(Int(truncatingIfNeeded: rest), atLeast: count &- 1, to: &output)
    }
    append(UInt8(truncatingIfNeeded: Tens.last(UInt64(truncatingIfNeeded: number))), to: &output)
  }
}
