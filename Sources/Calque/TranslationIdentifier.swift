import CalqueBase
import CalqueProposals

extension TranslationIdentifier {
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

/// The sections of a localization as members: `tr.home.title`.
@dynamicMemberLookup
public struct LocalizationSections: Sendable {
  private let localization: Localization

  init(_ localization: Localization) { self.localization = localization }

  public subscript(dynamicMember section: String) -> LocalizationSection {
    LocalizationSection(localization, section)
  }
}

/// The keys of a section as members: a text where a `String` is wanted, an identifier where a
/// `TranslationIdentifier` is.
@dynamicMemberLookup
public struct LocalizationSection: Sendable {
  private let localization: Localization
  private let section: String

  init(_ localization: Localization, _ section: String) {
    self.localization = localization
    self.section = section
  }

  /// The text of a key; the identifier when there is none.
  public subscript(dynamicMember key: String) -> String {
    let identifier = TranslationIdentifier(section: section, key: key)
    return ((try? localization.localization(for: identifier)) ?? nil) ?? identifier.description
  }

  @_disfavoredOverload
  public subscript(dynamicMember key: String) -> TranslationIdentifier {
    TranslationIdentifier(section: section, key: key)
  }
}
