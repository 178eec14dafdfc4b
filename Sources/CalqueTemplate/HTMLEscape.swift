package import CalqueBase

/// The escaping that i18next applies to variables by default.
package enum HTMLEscape {
  package static func escape(_ text: Text) -> Text {
    guard text.bytes.contains(where: { entity(of: $0) != nil }) else { return text }
    var escaped = Text()
    for byte in text.bytes {
      if let entity = entity(of: byte) {
        escaped.append(Text(copying: entity))
      } else {
        escaped.append(byte)
      }
    }
    return escaped
  }

  /// Appends a text, escaped.
  package static func append(_ text: Bytes, to output: inout Output) {
    guard let start = text.baseAddress, !output.append(start, text.count, if: keeps) else { return }
    for byte in text {
      if let entity = entity(of: byte) {
        output.append(entity)
      } else {
        output.append(byte)
      }
    }
  }

  /// Whether escaping leaves bytes unchanged: none has an entity.
  @inline(__always)
  package static func keeps(_ block: SIMD16<UInt8>) -> Bool {
    // Tests two of the six at a time, which differ in one bit: " and &, ' and /, < and >.
    Bytes16.isNone(
      ((block & SIMD16(repeating: 0xFB)) .== SIMD16(repeating: 0x22))
        .| ((block & SIMD16(repeating: 0xF7)) .== SIMD16(repeating: 0x27))
        .| ((block & SIMD16(repeating: 0xFD)) .== SIMD16(repeating: 0x3C)))
  }

  /// The entity for a byte; nil when it needs none.
  @inline(__always)
  package static func entity(of byte: UInt8) -> StaticString? {
    switch byte {
    case 0x26: "&amp;"
    case 0x3C: "&lt;"
    case 0x3E: "&gt;"
    case 0x22: "&quot;"
    case 0x27: "&#39;"
    case 0x2F: "&#x2F;"
    default: nil
    }
  }
}
