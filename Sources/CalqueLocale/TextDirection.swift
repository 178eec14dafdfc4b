package import CalqueBase

/// The direction in which a language is written.
package enum TextDirection: UInt8, Sendable {
  case leftToRight
  case rightToLeft

  /// The value of HTML's attribute `dir`.
  package var name: StaticString {
    switch self {
    case .leftToRight: "ltr"
    case .rightToLeft: "rtl"
    }
  }

  /// The direction of a language code, as i18next's `dir` gives it.
  ///
  /// A script in the code decides, then the likely script of language and region, then i18next's
  /// list of languages. The empty code is written from right to left: that is what i18next answers
  /// when it knows no language.
  package init(of code: Text) {
    guard !code.isEmpty else {
      self = .rightToLeft
      return
    }
    let plain = code.lowercasedASCII().replacing("_", with: "-")
    self = Self.ofScript(in: plain) ?? Self.ofLanguage(in: plain)
  }

  private static func ofScript(in code: Text) -> TextDirection? {
    let subtags = code.split("-")
    if subtags.count > 1, Subtag.isScript(subtags[1]) {
      let table = PackedTable(scripts, keyWidth: 4, valueWidth: 0)
      return table.contains(subtags[1]) ? .rightToLeft : .leftToRight
    }
    if let found = code.firstIndex(of: "-latn"), found > 1 { return .leftToRight }
    if let found = code.firstIndex(of: "-arab"), found > 1 { return .rightToLeft }
    return nil
  }

  private static func ofLanguage(in code: Text) -> TextDirection {
    let canonical = LanguageTag.canonical(code)?.lowercasedASCII() ?? code
    var place = 0
    if let identifier = LanguageIdentifier(canonical.split("-"), from: &place) {
      let pair = identifier.language + "-" + identifier.region
      if let mark = PackedTable(pairs, keyWidth: 6, valueWidth: 1).text(of: pair) {
        return mark == "r" ? .rightToLeft : .leftToRight
      }
      if !identifier.script.isEmpty, canonical != code, let found = ofScript(in: canonical) {
        return found
      }
    }
    let table = PackedTable(languages, keyWidth: 3, valueWidth: 0)
    let isListed =
      table.contains(LanguageTag.languagePart(code))
      || table.contains(LanguageTag.languagePart(canonical))
    return isListed ? .rightToLeft : .leftToRight
  }
}
