package import CalqueBase
import CalqueJSON

/// A payload of the backend, parsed. A comma before a closing bracket is let through: real payloads
/// have it.
package struct Payload: Sendable {
  package let limits: LocalizationLimits

  package init(_ limits: LocalizationLimits = LocalizationLimits()) { self.limits = limits }

  /// The entries of an index: an array, in `data`, in `data.localize`, or alone.
  ///
  /// - Throws: as all here: `invalidJSON`, `invalidUTF8`, `invalidType` with the path,
  ///   `limitExceeded`.
  package func index(_ text: Text) throws(Diagnostic) -> [IndexEntry] {
    let root = try value(text)
    let data = root.object?["data"] ?? root
    let list = data.object?["localize"] ?? data
    return try array(list, limits.maximumLanguages, "languages", IndexEntry.init(_:path:))
  }

  /// Languages: an array in `data`.
  package func languages(_ text: Text) throws(Diagnostic) -> [Language] {
    try array(data(text), limits.maximumLanguages, "languages", Language.init(_:path:))
  }

  /// Proposals: an array in `data`.
  package func proposals(_ text: Text) throws(Diagnostic) -> [Proposal] {
    try array(data(text), limits.maximumProposals, "proposals", Proposal.init(_:path:))
  }

  /// One proposal, in `data`.
  package func proposal(_ text: Text) throws(Diagnostic) -> Proposal {
    try Proposal(data(text), path: "data")
  }

  /// The message in `data.message`, or in `message`; nil when there is none.
  package func message(_ text: Text) -> Text? {
    guard let root = (try? value(text))?.object else { return nil }
    return root["data"]?.object?["message"]?.text ?? root["message"]?.text
  }

  func value(_ text: Text) throws(Diagnostic) -> Value {
    let json = JSONLimits(
      maximumBytes: limits.maximumBytes, maximumDepth: JSONLimits().maximumDepth)
    return try JSON.parse(lenient: text, limits: json)
  }

  /// The member `data`, which must be there.
  func data(_ text: Text) throws(Diagnostic) -> Value {
    guard let data = try value(text).object?["data"] else {
      throw Diagnostic(.invalidType, "the payload is not an object with data", path: "data")
    }
    return data
  }

  /// - Parameter make: makes an element of a value, given its path.
  private func array<Element>(
    _ value: Value, _ limit: Int, _ what: Text,
    _ make: (Value, Text) throws(Diagnostic) -> Element
  ) throws(Diagnostic) -> [Element] {
    guard let array = value.array else {
      throw Diagnostic(.invalidType, "the payload is not an array of \(what)", path: "data")
    }
    try LocalizationLimits.check(array.count, limit, what)
    var elements: [Element] = []
    for (place, value) in array.enumerated() {
      elements.append(try make(value, "data.\(place)"))
    }
    return elements
  }
}

/// The values of one resource.
package struct Resource: Sendable {
  /// One table, or one for each language.
  package var tables: [Table]
  /// The language that the payload names; nil when it names none.
  package var language: Language?
}

extension LocalizationLimits {
  /// Throws when `count` is over a limit.
  static func check(_ count: Int, _ limit: Int, _ what: Text) throws(Diagnostic) {
    guard count > limit else { return }
    throw Diagnostic(.limitExceeded, "too many \(what)")
  }
}
