import CalqueBase

/// Language, script, region and variants: the `unicode_language_id` of UTS 35, in lower case.
struct LanguageIdentifier {
  var language: Text
  /// Empty when there is none, as `region`.
  var script: Text = ""
  var region: Text = ""
  /// In the order of their bytes.
  var variants: [Text] = []

  /// Reads the identifier that starts at `place` and moves `place` behind it; nil when no language
  /// stands there or a variant stands twice.
  init?(_ subtags: [Text], from place: inout Int) {
    guard place < subtags.count, Subtag.isLanguage(subtags[place]) else { return nil }
    language = subtags[place]
    place += 1
    if place < subtags.count, Subtag.isScript(subtags[place]) {
      script = subtags[place]
      place += 1
    }
    if place < subtags.count, Subtag.isRegion(subtags[place]) {
      region = subtags[place]
      place += 1
    }
    while place < subtags.count, Subtag.isVariant(subtags[place]) {
      guard !variants.contains(subtags[place]) else { return nil }
      SortedTexts.insert(subtags[place], into: &variants)
      place += 1
    }
  }

  /// The subtags in lower case.
  var subtags: [Text] {
    [language] + [script, region].filter { !$0.isEmpty } + variants
  }

  /// The subtags with the script in title case and the region in upper case.
  var casedSubtags: [Text] {
    let titled = script.part(0, 1).uppercasedASCII() + script.part(1)
    return [language] + [titled, region.uppercasedASCII()].filter { !$0.isEmpty } + variants
  }
}
