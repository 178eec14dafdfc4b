package import CalqueBase

/// Writes values as compact JSON. Numbers are spelled as in ECMAScript; a number that JSON cannot
/// represent becomes null.
extension JSON {
  package static func text(of value: Value) -> Text {
    var text = Text()
    append(value, to: &text)
    return text
  }

  package static func append(_ value: Value, to text: inout Text) {
    switch value {
    case .null: text.append("null")
    case .bool(let bool): text.append(bool ? "true" : "false")
    case .int(let int): text.append(Decimal.text(of: int))
    case .double(let double): text.append(double.isFinite ? Decimal.text(of: double) : "null")
    case .decimal: append(.double(value.number ?? .nan), to: &text)
    case .text(let string): append(quoted: string, to: &text)
    case .array(let elements): append(elements, to: &text)
    case .object(let members): append(members, to: &text)
    }
  }

  private static func append(_ elements: [Value], to text: inout Text) {
    text.append(0x5B)
    for (position, element) in elements.enumerated() {
      if position > 0 { text.append(0x2C) }
      append(element, to: &text)
    }
    text.append(0x5D)
  }

  private static func append(_ members: Members, to text: inout Text) {
    text.append(0x7B)
    for position in 0..<members.count {
      if position > 0 { text.append(0x2C) }
      append(quoted: members.keys[position], to: &text)
      text.append(0x3A)
      append(members.values[position], to: &text)
    }
    text.append(0x7D)
  }

  private static func append(quoted string: Text, to text: inout Text) {
    text.append(0x22)
    for byte in string.bytes {
      switch byte {
      case 0x22: text.append("\\\"")
      case 0x5C: text.append("\\\\")
      case 0x08: text.append("\\b")
      case 0x09: text.append("\\t")
      case 0x0A: text.append("\\n")
      case 0x0C: text.append("\\f")
      case 0x0D: text.append("\\r")
      case 0x00..<0x20:
        text.append("\\u00")
        Hexadecimal.append(byte, to: &text)
      default: text.append(byte)
      }
    }
    text.append(0x22)
  }
}
