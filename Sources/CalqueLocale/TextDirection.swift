package import CalqueBase

/// The direction in which a language is written.
package enum TextDirection: UInt8, Sendable {
  case leftToRight
  case rightToLeft

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
    let plain = LanguageTag.withoutEncoding(code).lowercasedASCII().replacing("_", with: "-")
    self = Self.ofScript(in: plain) ?? Self.ofLanguage(in: plain)
  }

  private static func ofScript(in code: Text) -> TextDirection? {
    let subtags = code.split("-")
    if subtags.count > 1, Subtag(subtags[1])?.isScript ?? false {
      let table = PackedTable(scripts, keyWidth: 4, valueWidth: 0)
      return table.contains(subtags[1]) ? .rightToLeft : .leftToRight
    }
    if let found = code.firstIndex(of: "-latn"), found > 1 { return .leftToRight }
    if let found = code.firstIndex(of: "-arab"), found > 1 { return .rightToLeft }
    return nil
  }

  private static func ofLanguage(in code: Text) -> TextDirection {
    let canonical = LanguageTag.canonical(code)?.lowercasedASCII() ?? code
    let subtags = canonical.split("-").map { Subtag($0) ?? .none }
    if subtags[0].isLanguage {
      let hasScript = subtags.count > 1 && subtags[1].isScript
      let place = hasScript ? 2 : 1
      let region = place < subtags.count && subtags[place].isRegion ? subtags[place] : .none
      let table = PackedTable(pairs, keyWidth: 6, valueWidth: 1)
      if let mark = LanguageAliases.withKey(subtags[0], region, body: { table.value(of: $0) }) {
        return mark[0] == 0x72 ? .rightToLeft : .leftToRight
      }
      if hasScript, canonical != code, let found = ofScript(in: canonical) { return found }
    }
    let table = PackedTable(languages, keyWidth: 3, valueWidth: 0)
    let isListed =
      table.contains(LanguageTag.languagePart(code))
      || table.contains(LanguageTag.languagePart(canonical))
    return isListed ? .rightToLeft : .leftToRight
  }
}
