import CalqueBase

/// Replacement of deprecated subtags (UTS 35, annex C, LocaleId canonicalization), in the order in
/// which ICU tries the kinds of rules.
extension LanguageIdentifier {
  /// Replacements made at most; no chain of CLDR's aliases is nearly as long.
  private static let budget = 32

  /// Replaces what has a successor until nothing has.
  mutating func replaceAliases() {
    for _ in 0..<Self.budget {
      guard replaceLanguage() || replaceRegion() || replaceScript() || replaceVariant() else {
        return
      }
    }
  }

  private mutating func replaceLanguage() -> Bool {
    if !region.isEmpty, let found = LanguageAliases.language(language + "-" + region) {
      region = ""
      return apply(found)
    }
    for variant in variants {
      if let found = LanguageAliases.language(language + "-" + variant) {
        return apply(found, without: [variant])
      }
    }
    if let found = LanguageAliases.language(language) { return apply(found) }
    return replaceVariantsOfAnyLanguage()
  }

  /// The rules for `und` and variants hold for every language.
  private mutating func replaceVariantsOfAnyLanguage() -> Bool {
    for (place, variant) in variants.enumerated() {
      if place + 1 < variants.count {
        let next = variants[place + 1]
        if let found = LanguageAliases.language("und-" + variant + "-" + next) {
          return apply(found, without: [variant, next])
        }
      }
      if let found = LanguageAliases.language("und-" + variant) {
        return apply(found, without: [variant])
      }
    }
    return false
  }

  private mutating func replaceRegion() -> Bool {
    guard !region.isEmpty,
      let found = LanguageAliases.region(region, language: language, script: script)
    else { return false }
    region = found
    return true
  }

  private mutating func replaceScript() -> Bool {
    guard !script.isEmpty, let found = LanguageAliases.script(script) else { return false }
    script = found
    return true
  }

  private mutating func replaceVariant() -> Bool {
    for variant in variants {
      guard let found = LanguageAliases.variant(variant) else { continue }
      exchange([variant], for: [found])
      return true
    }
    return false
  }

  /// Takes over a successor: its language unless that is `und`, its script and region where there
  /// is none, its variants.
  private mutating func apply(_ successor: Text, without matched: [Text] = []) -> Bool {
    var place = 0
    guard let found = LanguageIdentifier(successor.split("-"), from: &place) else { return false }
    if found.language != "und" { language = found.language }
    if script.isEmpty { script = found.script }
    if region.isEmpty { region = found.region }
    exchange(matched, for: found.variants)
    return true
  }

  private mutating func exchange(_ matched: [Text], for successors: [Text]) {
    variants.removeAll { matched.contains($0) }
    for successor in successors { SortedTexts.insert(successor, into: &variants) }
  }
}
