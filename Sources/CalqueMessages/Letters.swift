import CalqueBase

/// Properties of letters beyond ASCII, by the tables of Swift's standard library.
enum Letters {
  /// The text in lower case, by the full mapping of Unicode without a locale.
  static func lowered(_ text: Text) -> Text {
    var lowered = Text()
    text.bytes.withUnsafeBufferPointer { bytes in
      var offset = 0
      while offset < bytes.count {
        let start = offset
        let code = CodePoint.next(&offset, in: bytes)
        if code < 0x80 {
          lowered.append(scalar: code &- 0x41 < 26 ? code | 0x20 : code)
        } else if code == 0x130 {
          lowered += "i\u{307}"
        } else if let small = small(code) {
          lowered.append(scalar: small)
        } else {
          lowered.append(bytes.part(start, offset))
        }
      }
    }
    return lowered
  }

  private static func small(_ code: UInt32) -> UInt32? {
    let table = Table(capitals, width: 11)
    guard let run = table.run(with: code) else { return nil }
    let distance = code &- table.number(run, 0..<4)
    guard distance % table.number(run, 6..<7) == 0 else { return nil }
    return table.number(run, 7..<11) &+ distance
  }

  /// Whether the code point is part of the character that the one before it begins.
  static func joinsPrevious(_ code: UInt32) -> Bool {
    Table(joiningPrevious, width: 6).run(with: code) != nil
  }

  /// Whether the code point is part of the character that the one behind it ends.
  static func joinsNext(_ code: UInt32) -> Bool {
    Table(joiningNext, width: 6).run(with: code) != nil
  }

  /// Runs of code points in order, in digits of 64 from `0` on: four of the first, two of how many
  /// follow, and what else is known of a run.
  private struct Table {
    let bytes: Bytes
    let width: Int

    init(_ literal: StaticString, width: Int) {
      (bytes, self.width) = (Bytes(literal), width)
    }

    func run(with code: UInt32) -> Int? {
      let count = bytes.count / width
      let run = Ordering.first(count) { number($0, 0..<4) <= code } &- 1
      return run >= 0 && code &- number(run, 0..<4) <= number(run, 4..<6) ? run : nil
    }

    func number(_ run: Int, _ places: Range<Int>) -> UInt32 {
      places.reduce(0) { $0 << 6 | UInt32(bytes[run &* width &+ $1] &- 0x30) }
    }
  }
}

/// Whether an ASCII character is part of a longer grapheme. Blockly for iOS reads text grapheme by
/// grapheme, so it does not treat a percent sign with a combining accent as a percent sign.
enum Graphemes {
  /// Whether the code point after the ASCII character at `offset` belongs to the same grapheme.
  @inline(__always)
  static func joinsNext(_ text: Bytes, _ offset: Int) -> Bool {
    var next = offset + 1
    guard next < text.count, text[next] >= 0x80 else { return false }
    return Letters.joinsPrevious(CodePoint.next(&next, in: text))
  }

  /// Whether the code point before the ASCII character at `offset` belongs to the same grapheme.
  @inline(__always)
  static func joinsPrevious(_ text: Bytes, _ offset: Int) -> Bool {
    guard offset > 0, text[offset - 1] >= 0x80 else { return false }
    return Letters.joinsNext(CodePoint.last(text.part(0, offset)))
  }
}

/// The decimal number of a placeholder such as `%12`.
enum MessageNumber {
  /// The number at `start` and the offset after it; nil when there is no digit, and when the number
  /// does not fit into 64 bits, in which case it is plain text.
  ///
  /// - Parameter byGraphemes: A digit with a combining mark is not a digit.
  static func read(_ text: Bytes, _ start: Int, byGraphemes: Bool) -> (Int64, Int)? {
    var (value, end) = text.digits(from: start)
    // Only the last digit can have a mark.
    if byGraphemes, end > start, Graphemes.joinsNext(text, end - 1) {
      (value, end) = text.part(start, end - 1).digits()
      end += start
    }
    guard end > start, let number = value.flatMap({ Int64(exactly: $0) }) else { return nil }
    return (number, end)
  }
}
