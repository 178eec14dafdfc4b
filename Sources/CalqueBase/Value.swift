/// A JSON value: what catalogs hold, what calls pass as options and variables, what a translation
/// can yield. "Undefined" is the absence of a value: `Value?`.
package enum Value: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  /// A number with its digits as written: plural rules tell "1.0" from "1", and it is shown as is.
  case decimal(Text)
  case text(Text)
  case array([Value])
  case object(Members)

  package var text: Text? {
    if case .text(let text) = self { text } else { nil }
  }

  package var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  package var array: [Value]? {
    if case .array(let array) = self { array } else { nil }
  }

  package var object: Members? {
    if case .object(let members) = self { members } else { nil }
  }

  package var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The number as a double, when the value is a number.
  package var number: Double? {
    switch self {
    case .int(let int): Double(int)
    case .double(let double): double
    case .decimal(let digits): Decimal.prefix(of: digits)?.number
    default: nil
    }
  }

  /// The value as an integer, when it is a whole number that fits.
  package var integer: Int64? {
    switch self {
    case .int(let int): int
    case .double(let double): double.integer
    default: nil
    }
  }

  /// Whether ECMAScript would take the value as true in a condition.
  package var isTruthy: Bool {
    switch self {
    case .null: false
    case .bool(let bool): bool
    case .int(let int): int != 0
    case .double(let double): !(double == 0 || double.isNaN)
    case .decimal: number != 0
    case .text(let text): !text.isEmpty
    case .array, .object: true
    }
  }

  /// An array or object with other values under the same names or positions; others as they are.
  package func mapping(_ change: (Text, Value) -> Value) -> Value {
    switch self {
    case .array(let elements):
      .array(elements.enumerated().map { change(Decimal.text(of: Int64($0)), $1) })
    case .object(let members): .object(members.mapping(change))
    default: self
    }
  }

  /// The texts of a value that may be one text or an array of texts.
  package var texts: [Text] {
    switch self {
    case .text(let text): [text]
    case .array(let array): array.compactMap { $0.text }
    default: []
    }
  }

  @inline(never)
  package static func array(of texts: [Text]) -> Value { .array(texts.map { .text($0) }) }

  /// The value of these `texts`: one alone is no array.
  @inline(never)
  package static func oneOrMore(_ texts: [Text]) -> Value {
    texts.count == 1 ? .text(texts[0]) : .array(of: texts)
  }
}

extension Value: Equatable {
  /// Equal as JSON: 1 equals 1.0, and the order of members does not count.
  package static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.text(let a), .text(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default:
      if let a = left.number, let b = right.number { a == b } else { false }
    }
  }
}

/// A value of a tree in reading order: the content of an object or array follows it.
package enum TreeEvent {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  /// Bytes that are valid during the call.
  case text(Bytes)
  case array
  case object
}

/// Receives a tree value by value, in the order of JSON text, so that nothing has to be stored in
/// between.
package protocol TreeSink: AnyObject {
  /// - Parameter name: of a member, valid during the call; empty for an element and for the root.
  func add(_ event: TreeEvent, named name: Bytes)

  /// Ends the object or array that was added last and has not ended.
  func end()
}

extension TreeSink {
  /// Adds a value and everything inside it.
  package func add(_ value: Value, named name: Text) {
    name.bytes.withUnsafeBufferPointer { name in
      switch value {
      case .null: add(.null, named: name)
      case .bool(let bool): add(.bool(bool), named: name)
      case .int(let int): add(.int(int), named: name)
      case .double(let double): add(.double(double), named: name)
      case .decimal: add(.double(value.number ?? .nan), named: name)
      case .text(let text): text.bytes.withUnsafeBufferPointer { add(.text($0), named: name) }
      case .array(let elements):
        add(.array, named: name)
        for element in elements { add(element, named: Text()) }
        end()
      case .object(let members):
        add(.object, named: name)
        for (key, value) in zip(members.keys, members.values) { add(value, named: key) }
        end()
      }
    }
  }
}
