import CalqueBase
import CalqueLocale

/// Language tags: the canonical form of a canonical form is itself.
enum FuzzTag {
  static func run(_ input: FuzzInput) {
    let tag = Text(input.bytes)
    if let canonical = LanguageTag.canonical(tag), canonical.count <= LanguageTag.maximumLength {
      precondition(LanguageTag.canonical(canonical) == canonical, "not canonical yet")
    }
    _ = LanguageTag.scriptPart(tag)
    _ = LanguageTag.languagePart(tag)
    _ = TextDirection(of: tag)
    _ = PluralRule.find(for: tag, ordinal: false)
  }
}
