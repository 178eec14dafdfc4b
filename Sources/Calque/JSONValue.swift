import CalqueBase
import CalqueJSON

/// A JSON value: options of a translator, variables of a call, results that are not text.
///
/// Written as a literal: `["count": 2, "name": "Bo", "tags": ["a", "b"], "none": nil]`.
public enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case array([JSONValue])
  /// Members in the order they were given; of members with one name the last counts.
  case object([Member])

  /// A named value of an object.
  public struct Member: Sendable, Equatable {
    public var name: String
    public var value: JSONValue

    /// A member of an object.
    public init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The text, when the value is one.
  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// Parses one JSON text.
  ///
  /// - Throws: `TranslatorError` with the position of what is wrong.
  public init(parsing text: String) throws(TranslatorError) {
    do throws(Diagnostic) {
      self.init(try JSON.parse(Text(text)))
    } catch {
      throw TranslatorError(error)
    }
  }

  /// The value as compact JSON.
  public var json: String { JSON.text(of: value).string }

  init(_ value: CalqueBase.Value) {
    switch value {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .int(let int): self = .int(int)
    case .double, .decimal: self = .double(value.number ?? .nan)
    case .text(let text): self = .string(text.string)
    case .array(let elements): self = .array(elements.map { JSONValue($0) })
    case .object(let members):
      self = .object(
        zip(members.keys, members.values).map { Member($0.string, JSONValue($1)) })
    }
  }

  var value: CalqueBase.Value {
    switch self {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .int(let int): .int(int)
    case .double(let double): .double(double)
    case .string(let string): .text(Text(string))
    case .array(let elements): .array(elements.map { $0.value })
    case .object: .object(members)
    }
  }

  /// The members of an object; none for any other value.
  var members: Members {
    guard case .object(let members) = self else { return Members() }
    return Members(members.map { (Text($0.name), $0.value.value) })
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// null
  public init(nilLiteral: ()) { self = .null }

  /// true or false
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// A whole number.
  public init(integerLiteral value: Int64) { self = .int(value) }

  /// A number.
  public init(floatLiteral value: Double) { self = .double(value) }

  /// A text.
  public init(stringLiteral value: String) { self = .string(value) }

  /// An array.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// An object.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { Member($0, $1) })
  }
}
