import CalqueBase

/// The ten digits of a numbering system in UTF-8; all are of the same length.
struct Digits: Sendable {
  /// The bytes of each, the first one lowest.
  private let words: [UInt64]
  private let width: Int
  /// Whether Unicode counts them as decimal digits: those of `hanidec` are letters.
  let areDecimal: Bool
  /// 0 to 9 in ASCII.
  let areLatin: Bool

  /// - Parameter zero: The digit zero; the others follow it, but in `hanidec`.
  init?(zero: Text) {
    let hanidec: Text = "\u{3007}"
    areDecimal = zero != hanidec
    areLatin = zero == "0"
    width = zero.count
    guard width > 0, width <= 4 else { return nil }
    let first = CodePoint.first(zero)
    if areDecimal {
      words = (0..<10).map { CodePoint.utf8(first + $0) }
    } else {
      let names: [UInt32] = [
        0x3007, 0x4E00, 0x4E8C, 0x4E09, 0x56DB, 0x4E94, 0x516D, 0x4E03, 0x516B, 0x4E5D,
      ]
      words = names.map { CodePoint.utf8($0) }
    }
  }

  /// Appends one digit, 0 to 9.
  @inline(__always)
  func append(_ digit: UInt8, to output: inout Output) {
    if areLatin {
      output.append(0x30 &+ digit)
    } else {
      output.append(word: words[Int(min(digit, 9))], width)
    }
  }

  /// Appends a number that is not negative, in at least so many digits.
  func append(_ number: Int, atLeast count: Int, to output: inout Output) {
    var divisor = 1
    var digits = 1
    while digits < count || number / divisor >= 10 {
      divisor *= 10
      digits += 1
      if digits > 18 { break }
    }
    var rest = number
    for _ in 0..<digits {
      append(UInt8(truncatingIfNeeded: rest / divisor % 10), to: &output)
      rest %= divisor
      divisor = max(divisor / 10, 1)
    }
  }
}
