import CalqueBase
import CalqueJSON

/// A JSON value: an option, a variable, a result that is not text.
public enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// Parses one JSON text.
  ///
  /// - Throws: `CalqueError` with the position of the error.
  public init(parsing text: String) throws(CalqueError) {
    self.init(try CalqueError.rethrowing(JSON.parse(Text(text))))
  }

  /// Wraps a variable.
  public init(_ value: some JSONConvertible) { self = value.jsonValue }

  /// The value as compact JSON.
  public var json: String { JSON.text(of: value).string }

  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  public var bool: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  /// The number without a fraction; nil for any other value.
  public var int: Int64? { value.integer }

  public var double: Double? { value.number }

  public var array: [JSONValue]? {
    if case .array(let array) = self { array } else { nil }
  }

  public var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The member of an object; nil for any other value.
  public subscript(name: String) -> JSONValue? { object?[name] }

  /// The element of an array; nil for any other value, and beyond its end.
  public subscript(position: Int) -> JSONValue? {
    guard let array, array.indices.contains(position) else { return nil }
    return array[position]
  }

  init(_ value: CalqueBase.Value) {
    switch value {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .int(let int): self = .int(int)
    case .double, .decimal: self = .double(value.number ?? .nan)
    case .text(let text): self = .string(text.string)
    case .array(let elements): self = .array(elements.map { JSONValue($0) })
    case .object(let members): self = .object(JSONObject(members))
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
    case .object(let object): .object(object.members)
    }
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringInterpolation,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .int(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}

extension JSONValue: Codable {
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer() {
      if container.decodeNil() {
        self = .null
      } else if let bool = try? container.decode(Bool.self) {
        self = .bool(bool)
      } else if let int = try? container.decode(Int64.self) {
        self = .int(int)
      } else if let double = try? container.decode(Double.self) {
        self = .double(double)
      } else if let string = try? container.decode(String.self) {
        self = .string(string)
      } else if let array = try? container.decode([JSONValue].self) {
        self = .array(array)
      } else {
        self = .object(JSONObject(try container.decode([String: JSONValue].self)))
      }
      return
    }
    self = .object(try JSONObject(from: decoder))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .int(let int): try container.encode(int)
    case .double(let double): try container.encode(double)
    case .string(let string): try container.encode(string)
    case .array(let array): try container.encode(array)
    case .object(let object): try container.encode(object)
    }
  }
}
