package import CalqueBase

/// Text as in ECMAScript: `String(value)`, and lengths in UTF-16 units.
package enum ScriptText {
  /// Like `ValueText`, but null is `null`.
  @inline(never)
  package static func of(_ value: Value) -> Text {
    value.isNull ? "null" : ValueText.of(value)
  }

  /// The length in UTF-16 units, which both sprintf dialects count.
  package static func length(_ text: Text) -> Int {
    var units = 0
    for byte in text.bytes { units += unitsStarting(byte) }
    return units
  }

  /// The first `limit` UTF-16 units; a code point that would be split is left out.
  package static func prefix(_ text: Text, units limit: Int) -> Text {
    var units = 0
    for (offset, byte) in text.bytes.enumerated() {
      units += unitsStarting(byte)
      if units > limit { return text.part(0, offset) }
    }
    return text
  }

  /// The text of one code point; U+FFFD for an invalid number.
  package static func character(_ code: UInt32) -> Text {
    let scalar = Unicode.Scalar(code) ?? "\u{FFFD}"
    let value = scalar.value
    let tail = UInt8(truncatingIfNeeded: 0x80 | value & 0x3F)
    let second = UInt8(truncatingIfNeeded: 0x80 | value >> 6 & 0x3F)
    let third = UInt8(truncatingIfNeeded: 0x80 | value >> 12 & 0x3F)
    switch value {
    case ..<0x80: return Text([UInt8(truncatingIfNeeded: value)])
    case ..<0x800: return Text([UInt8(truncatingIfNeeded: 0xC0 | value >> 6), tail])
    case ..<0x10000: return Text([UInt8(truncatingIfNeeded: 0xE0 | value >> 12), second, tail])
    default: return Text([UInt8(truncatingIfNeeded: 0xF0 | value >> 18), third, second, tail])
    }
  }

  private static func unitsStarting(_ byte: UInt8) -> Int {
    byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
  }
}
