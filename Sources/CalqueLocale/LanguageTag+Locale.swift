package import CalqueBase

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
    switch modifier.lowercasedASCII() {
    case "latin", "latn", "iqtelif": ["Latn"]
    case "cyrillic", "cyrl": ["Cyrl"]
    case "devanagari", "deva": ["Deva"]
    case "arabic", "arab": ["Arab"]
    case "valencia": ["valencia"]
    case "tarask": ["tarask"]
    case "ijekavian": ["ijekavsk"]
    case "ijekavianlatin": ["Latn", "ijekavsk"]
    default: []
    }
  }
}
