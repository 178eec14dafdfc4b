package import CalqueBase

/// Language tags as `Intl` and i18next treat them.
package enum LanguageTag {
  /// The longest tag that is read, in bytes.
  package static let maximumLength = 255

  /// The result of `Intl.getCanonicalLocales` for a tag, or nil when the tag is ill-formed.
  ///
  /// Language in lower case, script in title case, region in upper case, variants and extensions
  /// sorted, aliases of CLDR 48 replaced (`iw-IL` is `he-IL`). Well-formed is what UTS 35 calls
  /// `unicode_bcp47_locale_id`: neither `en_US` nor the old `i-klingon`.
  package static func canonical(_ tag: Text) -> Text? {
    guard tag.count <= maximumLength else { return nil }
    let subtags = tag.lowercasedASCII().split("-")
    var place = 0
    guard var identifier = LanguageIdentifier(subtags, from: &place),
      var extensions = extensions(subtags, from: &place)
    else { return nil }
    let privateUse = Array(subtags[place...])
    guard isPrivateUse(privateUse) else { return nil }
    identifier.replaceAliases()
    movePosix(from: &identifier, to: &extensions)
    var whole = identifier.casedSubtags
    for found in extensions {
      whole.append(found.singleton)
      whole += found.subtags
    }
    return Text.joined(whole + privateUse, by: "-")
  }

  /// The canonical form of a code that contains `-`; other codes, and ill-formed ones, as they are.
  package static func formatted(_ code: Text) -> Text {
    code.contains("-") ? canonical(code) ?? code : code
  }

  /// The first subtag of a code, as it is written; `_` counts as `-`.
  package static func languagePart(_ code: Text) -> Text {
    code.part(0, code.bytes.firstIndex { $0 == 0x2D || $0 == 0x5F })
  }

  /// The code without its last subtag, formatted: `zh-Hant` of `zh-hant-tw`; `_` counts as `-`.
  ///
  /// - Returns: nil when there are fewer than three subtags or what is left ends in `x`.
  package static func scriptPart(_ code: Text) -> Text? {
    let dashed = code.replacing("_", with: "-")
    guard let last = dashed.lastIndex(of: "-") else { return nil }
    let rest = dashed.part(0, last)
    guard let dash = rest.lastIndex(of: "-"), rest.part(dash + 1).lowercasedASCII() != "x" else {
      return nil
    }
    return formatted(rest)
  }

  /// The extensions from `place` on, up to private use, sorted by singleton; nil when one is
  /// ill-formed or repeated.
  private static func extensions(_ subtags: [Text], from place: inout Int) -> [TagExtension]? {
    var extensions: [TagExtension] = []
    while place < subtags.count, subtags[place] != "x" {
      let singleton = subtags[place]
      guard Subtag.isAlphanumeric(singleton, 1...1),
        !extensions.contains(where: { $0.singleton == singleton })
      else { return nil }
      let end = subtags[(place + 1)...].firstIndex { $0.count == 1 } ?? subtags.count
      guard let found = TagExtension(singleton, Array(subtags[(place + 1)..<end])) else {
        return nil
      }
      insert(found, into: &extensions)
      place = end
    }
    return extensions
  }

  private static func insert(_ found: TagExtension, into extensions: inout [TagExtension]) {
    let position = extensions.firstIndex { $0.singleton > found.singleton }
    extensions.insert(found, at: position ?? extensions.endIndex)
  }

  private static func isPrivateUse(_ subtags: [Text]) -> Bool {
    subtags.isEmpty
      || (subtags.count > 1 && subtags.allSatisfy { Subtag.isAlphanumeric($0, 1...8) })
  }

  /// Writes the old variant `posix` as the keyword `va-posix`, as ICU does.
  private static func movePosix(
    from identifier: inout LanguageIdentifier, to extensions: inout [TagExtension]
  ) {
    guard identifier.variants == ["posix"] else { return }
    let keywords = extensions.first { $0.singleton == "u" }
    guard let moved = TagExtension(posixAddedTo: keywords) else { return }
    identifier.variants = []
    extensions.removeAll { $0.singleton == "u" }
    insert(moved, into: &extensions)
  }
}
