import CalqueBase

/// The replacements of deprecated and overlong subtags, from CLDR; all keys in lower case.
enum LanguageAliases {
  /// The successor of a language or of a language and one more subtag.
  static func language(_ key: Text) -> Text? {
    PackedTable(plain, keyWidth: 3, valueWidth: 3).text(of: key)
      ?? PackedTable(compound, keyWidth: 19, valueWidth: 11).text(of: key)?.lowercasedASCII()
  }

  static func script(_ script: Text) -> Text? {
    PackedTable(scripts, keyWidth: 4, valueWidth: 4).text(of: script)?.lowercasedASCII()
  }

  static func variant(_ variant: Text) -> Text? {
    PackedTable(variants, keyWidth: 8, valueWidth: 8).text(of: variant)
  }

  /// The successor of a region; of several the one where the language is most spoken, else the
  /// first.
  static func region(_ region: Text, language: Text, script: Text) -> Text? {
    let key = region.uppercasedASCII()
    if let single = PackedTable(regions, keyWidth: 3, valueWidth: 3).text(of: key) {
      return single.lowercasedASCII()
    }
    guard let several = PackedTable(divided, keyWidth: 3, valueWidth: 32).text(of: key) else {
      return nil
    }
    let likely = likelyRegion(language: language, script: script)
    for offset in stride(from: 0, to: several.count, by: 2)
    where several.part(offset, offset + 2) == likely { return likely?.lowercasedASCII() }
    return several.part(0, 2).lowercasedASCII()
  }

  private static func likelyRegion(language: Text, script: Text) -> Text? {
    let table = PackedTable(likelyRegions, keyWidth: 8, valueWidth: 2)
    if !script.isEmpty, let region = table.text(of: language + "-" + script) { return region }
    return table.text(of: language)
  }
}
