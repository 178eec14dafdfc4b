import CalqueBase
import CalqueJSON

/// A JSON object: options, resources. Members keep their order; of members with the same name the
/// last one is used. Objects with equal members are equal, in any order.
///
/// Written as a literal: `["lng": "en", "resources": ["en": ["translation": ["hi": "Hi"]]]]`.
public struct JSONObject: Sendable, Equatable {
  let members: Members

  /// Makes an object of members.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    self.members = Members(members.map { (Text($0.0), $0.1.value) })
  }

  /// Makes an object of a dictionary, sorted by name.
  public init(_ members: [String: any JSONConvertible]) {
    let sorted = members.sorted { $0.key < $1.key }
    self.init(sorted.map { ($0.key, $0.value.jsonValue) })
  }

  /// Parses a JSON text.
  ///
  /// - Throws: `CalqueError` with the position of the error; `invalidType` if it is not an object.
  public init(parsing text: String) throws(CalqueError) {
    guard case .object(let object) = try JSONValue(parsing: text) else {
      throw CalqueError(.invalidType, "not a JSON object")
    }
    self = object
  }

  init(_ members: Members) { self.members = members }

  public var names: [String] { members.keys.map { $0.string } }
  public var count: Int { members.count }
  public var isEmpty: Bool { members.isEmpty }

  public subscript(name: String) -> JSONValue? { members[Text(name)].map { JSONValue($0) } }

  /// These members, overridden by those of another object.
  public func merging(_ other: JSONObject) -> JSONObject {
    JSONObject(members.merging(other.members))
  }

  /// The object as compact JSON.
  public var json: String { JSON.text(of: .object(members)).string }

  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.members == right.members
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}

extension JSONObject: Codable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    self.init(
      try container.allKeys.map { name in
        (name.stringValue, try container.decode(JSONValue.self, forKey: name))
      })
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (name, value) in zip(members.keys, members.values) {
      try container.encode(JSONValue(value), forKey: Name(stringValue: name.string))
    }
  }
}
