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
