package import CalqueBase

/// Writes values as compact JSON. Numbers are spelled as in ECMAScript; a number that JSON cannot
/// represent becomes null.
extension JSON {
  package static func text(of value: Value) -> Text { Output.text { append(value, to: &$0) } }

  package static func append(_ value: Value, to output: inout Output) {
    switch value {
    case .null: output.append("null" as StaticString)
    case .bool(let bool): output.append((bool ? "true" : "false") as StaticString)
    case .int(let int): output.append(decimal: int)
    case .double(let double):
      if double.isFinite { output.append(number: double) } else { append(.null, to: &output) }
    case .decimal: append(.double(value.number ?? .nan), to: &output)
    case .text(let string): append(quoted: string, to: &output)
    case .array(let elements): append(elements, to: &output)
    case .object(let members): append(members, to: &output)
    }
  }

  private static func append(_ elements: [Value], to output: inout Output) {
    output.append(0x5B)
    for (position, element) in elements.enumerated() {
      if position > 0 { output.append(0x2C) }
      append(element, to: &output)
    }
    output.append(0x5D)
  }

  private static func append(_ members: Members, to output: inout Output) {
    output.append(0x7B)
    for (position, (name, value)) in zip(members.keys, members.values).enumerated() {
      if position > 0 { output.append(0x2C) }
      append(quoted: name, to: &output)
      output.append(0x3A)
      append(value, to: &output)
    }
    output.append(0x7D)
  }

  private static func append(quoted string: Text, to output: inout Output) {
    output.append(0x22)
    string.bytes.withUnsafeBufferPointer { bytes in
      var plain = 0
      for (offset, byte) in bytes.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
        output.append(bytes.part(plain, offset))
        plain = offset &+ 1
        output.append(0x5C)
        switch byte {
        case 0x22, 0x5C: output.append(byte)
        case 0x08: output.append(UInt8(ascii: "b"))
        case 0x09: output.append(UInt8(ascii: "t"))
        case 0x0A: output.append(UInt8(ascii: "n"))
        case 0x0C: output.append(UInt8(ascii: "f"))
        case 0x0D: output.append(UInt8(ascii: "r"))
        default:
          output.append("u00" as StaticString)
          output.append(Hexadecimal.lowerDigit(byte >> 4))
          output.append(Hexadecimal.lowerDigit(byte & 15))
        }
      }
      output.append(bytes.part(plain, bytes.count))
    }
    output.append(0x22)
  }
}
