// Values that are coded as one text.

extension Decoder {
  /// - Parameter what: the value, for the error about a text that `read` refuses.
  func value<Value>(_ what: String, _ read: (String) -> Value?) throws -> Value {
    let container = try singleValueContainer()
    guard let value = read(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not \(what)")
    }
    return value
  }
}

extension Encoder {
  func encode(text: String) throws {
    var container = singleValueContainer()
    try container.encode(text)
  }
}

extension Decoder {
  /// A case that is written by its name.
  func named<Case: Named>() throws -> Case {
    try value("the name of a \(Case.self)") { Case(Text($0)) }
  }
}

extension Presentation: Codable {
  public init(from decoder: any Decoder) throws { self = try decoder.named() }

  public func encode(to encoder: any Encoder) throws { try encoder.encode(text: name.string) }
}
