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
    let table = Table(capitals, width: 16)
    guard let run = table.run(with: code) else { return nil }
    let distance = code &- table.number(run, 0)
    guard distance % table.digit(run, 10) == 0 else { return nil }
    return table.number(run, 11) &+ distance
  }

  /// Whether the code point is part of the character that the one before it begins.
  static func joinsPrevious(_ code: UInt32) -> Bool {
    Table(joiningPrevious, width: 10).run(with: code) != nil
  }

  /// Whether the code point is part of the character that the one behind it ends.
  static func joinsNext(_ code: UInt32) -> Bool {
    Table(joiningNext, width: 10).run(with: code) != nil
  }

  /// Runs of code points in order: first and last as five hexadecimal digits each, and what else is
  /// known of a run.
  private struct Table {
    let bytes: Bytes
    let width: Int

    init(_ literal: StaticString, width: Int) {
      bytes = Bytes(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
      self.width = width
    }

    func run(with code: UInt32) -> Int? {
      let count = bytes.count / width
      let run = Ordering.first(count) { number($0, 5) < code }
      return run < count && number(run, 0) <= code ? run : nil
    }

    func digit(_ run: Int, _ place: Int) -> UInt32 {
      UInt32(Hexadecimal.value(of: bytes[run &* width &+ place]) ?? 0)
    }

    func number(_ run: Int, _ place: Int) -> UInt32 {
      (place..<place + 5).reduce(0) { $0 << 4 | digit(run, $1) }
    }
  }
}
