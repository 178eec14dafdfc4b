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
  @inline(never)
  package static func canonical(_ tag: Text) -> Text? {
    Output.onStack(3 &* maximumLength) { output in
      let isTag = tag.bytes.withUnsafeBufferPointer { appendCanonical($0, to: &output) }
      return isTag ? Text(output.bytes) : nil
    }
  }

  /// Appends the canonical form of a tag to an output that is empty, without allocating; false for one
  /// that is ill-formed, of which a part may have been appended.
  @inline(never)
  package static func appendCanonical(_ tag: Bytes, to output: inout Output) -> Bool {
    guard tag.count <= maximumLength else { return false }
    // Each of 1024 bytes: Swift puts no more on the stack at once.
    return withUnsafeTemporaryAllocation(of: Subtag.self, capacity: CanonicalTag.most) { subtags in
      withUnsafeTemporaryAllocation(of: Subtag.self, capacity: 2 &* LanguageIdentifier.room) {
        variants in
        guard let subtags = subtags.baseAddress, let variants = variants.baseAddress,
          var tag = CanonicalTag(tag, subtags, variants)
        else { return false }
        return tag.append(to: &output)
      }
    }
  }

  /// Whether a code could be a tag: subtags with hyphens between them.
  static func isOfSubtags(_ code: Text) -> Bool {
    code.count <= maximumLength && code.split("-").allSatisfy { Subtag($0) != nil }
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
}

extension LanguageTag {
  /// The form in which two codes are compared: `en_gb`, `en-GB` and `en_GB.UTF-8` are one.
  ///
  /// Canonical where the code is a tag or the name of a locale; otherwise in lower case with `-` for
  /// `_`.
  package static func comparable(_ code: Text) -> Text {
    canonical(code) ?? ofPOSIX(code) ?? code.replacing("_", with: "-").lowercasedASCII()
  }
}

/// Names as POSIX writes them, `ll_CC.charset@modifier`: the one place that reads them.
extension LanguageTag {
  /// The tag of a locale as the environment names it: `pl_PL.UTF-8@euro` is `pl-PL`,
  /// `sr_RS@latin` is `sr-Latn-RS`.
  ///
  /// Of a list with colons, as `LANGUAGE` has it, the first.
  ///
  /// - Returns: nil for `C`, `POSIX`, the empty text, and anything that is not a locale.
  package static func ofLocale(_ locale: Text) -> Text? {
    let first = locale.split(":").first { !$0.isEmpty } ?? Text()
    let parts = first.split("@")
    let name = parts[0].part(0, parts[0].firstIndex(of: ".")).replacing("_", with: "-")
    guard !name.isEmpty, !name.equals("C"), !name.equals("POSIX") else { return nil }
    guard parts.count > 1 else { return canonical(name) }
    var subtags = name.split("-")
    for modifier in Self.subtags(of: parts[1])
    where !subtags.contains(where: { $0.lowercasedASCII() == modifier.lowercasedASCII() }) {
      subtags.insert(modifier, at: modifier.count == 4 ? 1 : subtags.count)
    }
    return canonical(Text.joined(subtags, by: "-")) ?? canonical(name)
  }

  /// The tag of a code with `_`, an encoding or a modifier; nil for any other code, and where it is
  /// not a locale.
  package static func ofPOSIX(_ code: Text) -> Text? {
    guard code.bytes.contains(where: { $0 == 0x5F || $0 == 0x2E || $0 == 0x40 }) else { return nil }
    return ofLocale(code)
  }

  /// A code without its encoding and modifier, which its tag has; any other code as it is.
  package static func withoutEncoding(_ code: Text) -> Text {
    guard code.bytes.contains(where: { $0 == 0x2E || $0 == 0x40 }) else { return code }
    return ofLocale(code) ?? code
  }

  /// The script and variant that a modifier stands for; none for one such as `euro` that says
  /// nothing of the language.
  private static func subtags(of modifier: Text) -> [Text] {
    let name = modifier.lowercasedASCII()
    return modifiers.first { name.equals($0.name) }.map { Text($0.subtags).split(" ") } ?? []
  }

  private static let modifiers: [(name: Literal, subtags: Literal)] = [
    ("latin", "Latn"), ("latn", "Latn"), ("iqtelif", "Latn"), ("cyrillic", "Cyrl"),
    ("cyrl", "Cyrl"), ("devanagari", "Deva"), ("deva", "Deva"), ("arabic", "Arab"),
    ("arab", "Arab"), ("valencia", "valencia"), ("tarask", "tarask"), ("ijekavian", "ijekavsk"),
    ("ijekavianlatin", "Latn ijekavsk"),
  ]
}
