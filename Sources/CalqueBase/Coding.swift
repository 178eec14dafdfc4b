#if !hasFeature(Embedded)
  /// Values that are coded as one text.
  extension Decoder {
    /// - Parameter what: the value, for the error about a text that `read` refuses.
    package func value<Value>(_ what: String, _ read: (String) -> Value?) throws -> Value {
      let container = try singleValueContainer()
      guard let value = read(try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "not \(what)")
      }
      return value
    }

    /// A case that is written by its name.
    package func named<Case: Named>() throws -> Case {
      try value("the name of a \(Case.self)") { Case(Text($0)) }
    }
  }

  extension Encoder {
    package func encode(text: String) throws {
      var container = singleValueContainer()
      try container.encode(text)
    }
  }
#endif
