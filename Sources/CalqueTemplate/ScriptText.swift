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
    var text = Text()
    text.append(scalar: Unicode.Scalar(code)?.value ?? 0xFFFD)
    return text
  }

  private static func unitsStarting(_ byte: UInt8) -> Int {
    byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
  }
}
