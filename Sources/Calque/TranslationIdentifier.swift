import CalqueBase
import CalqueProposals

/// Names one text of a localization: a key in a section.
///
/// Written as a literal, `"home.title"`, or as `tr.home.title`.
public struct TranslationIdentifier: Hashable, Sendable, Codable {
  public var section: String
  public var key: String

  public init(section: String, key: String) {
    self.section = section
    self.key = key
  }

  /// - Throws: `CalqueError` if it does not have two parts.
  func engine() throws(CalqueError) -> ItemIdentifier {
    if section.isEmpty, let item = ItemIdentifier(Text(key)) { return item }
    return try CalqueError.rethrowing(ItemIdentifier(section: Text(section), key: Text(key)))
  }
}

extension TranslationIdentifier: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Reads `section.key`. Calls refuse any other identifier.
  public init(stringLiteral value: String) { self.init(value) }

  /// As the literal.
  public init(_ text: String) {
    let item = ItemIdentifier(Text(text))
    self.init(section: item?.section.string ?? "", key: item?.key.string ?? text)
  }

  public var description: String { section.isEmpty ? key : "\(section).\(key)" }
}
