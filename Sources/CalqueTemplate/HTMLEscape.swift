package import CalqueBase

/// The escaping that i18next applies to variables by default.
package enum HTMLEscape {
  package static func escape(_ text: Text) -> Text {
    var escaped = Text()
    for byte in text.bytes {
      if let entity = entity(of: byte) {
        escaped.append(Text(stringLiteral: entity))
      } else {
        escaped.append(byte)
      }
    }
    return escaped
  }

  /// The entity that stands for a byte, nil when it stands for itself.
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
