import CPlatform

/// A text that stands in the source, without NULs: one word that counts no references, because there
/// are thousands of places that hand one on.
package struct Literal: ExpressibleByStringLiteral, @unchecked Sendable {
  // Unchecked: the bytes are constant.
  private let start: UnsafePointer<UInt8>

  @inline(__always)
  package init(stringLiteral literal: StaticString) {
    start = literal.utf8Start
    assert(bytes.count == literal.utf8CodeUnitCount)
  }

  package var bytes: Bytes {
    let text = UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self)
    return UnsafeBufferPointer(start: start, count: strlen(text))
  }
}

extension Text {
  @inline(never)
  package init(_ literal: Literal) { self.init(literal.bytes) }

  /// Whether the text reads as the literal; compares without building a text.
  @inline(never)
  package func equals(_ literal: Literal) -> Bool {
    bytes.withUnsafeBufferPointer { $0.isSame(literal.bytes) }
  }

  package static func ~= (pattern: Literal, text: Text) -> Bool { text.equals(pattern) }

  package static func == (left: Text, right: Literal) -> Bool { left.equals(right) }

  package static func != (left: Text, right: Literal) -> Bool { !left.equals(right) }

  package static func += (left: inout Text, right: Literal) { left.append(right) }

  @inline(never)
  package mutating func append(_ literal: Literal) { append(literal.bytes) }
}

extension [Literal] {
  /// Whether the text reads as one of the literals.
  package func contains(_ text: Text) -> Bool { contains { text.equals($0) } }

  package func contains(_ name: Bytes) -> Bool { contains { name.isSame($0.bytes) } }
}

extension TextTable {
  package subscript(name: Literal) -> Element? {
    @inline(never) get { self[Text(name)] }
    @inline(never) set { self[Text(name)] = newValue }
  }

  package init(_ members: [(Literal, Element)]) {
    for (name, value) in members { self[name] = value }
  }
}

extension TextTable: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral members: (Literal, Element)...) { self.init(members) }
}

/// An enumeration whose cases have names in options and data.
package protocol Named: Equatable {
  static var names: [(name: Literal, value: Self)] { get }
}

extension Named {
  /// The case of a name; nil for any other name.
  @inline(never)
  package init?(_ name: Text) {
    guard let found = Self.names.first(where: { name.equals($0.name) }) else { return nil }
    self = found.value
  }

  package var name: Text {
    Self.names.first { $0.value == self }.map { Text($0.name) } ?? Text()
  }
}

extension MemberReader {
  /// A name of an enumeration; nil when it is absent.
  ///
  /// - Parameter expected: the names, for the message about another.
  package func named<Choice: Named>(_ name: Literal, _ expected: Literal) -> Choice? {
    guard let text = text(name) else { return nil }
    let choice = Choice(text)
    if choice == nil { refuse(name, expected) }
    return choice
  }
}

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
