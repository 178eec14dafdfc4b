package import CalqueBase

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
    guard let modifier = parts.count > 1 ? subtag(of: parts[1]) : nil else {
      return canonical(name)
    }
    var subtags = name.split("-")
    let isScript = modifier.count == 4
    if subtags.contains(where: { $0.lowercasedASCII() == modifier.lowercasedASCII() }) {
      return canonical(name)
    }
    subtags.insert(modifier, at: isScript ? 1 : subtags.count)
    return canonical(Text.joined(subtags, by: "-")) ?? canonical(name)
  }

  /// The tag of a code that has an encoding or a modifier; any other code as it is.
  package static func withoutEncoding(_ code: Text) -> Text {
    guard code.bytes.contains(where: { $0 == 0x2E || $0 == 0x40 }) else { return code }
    return ofLocale(code) ?? code
  }

  /// The script or variant that a modifier stands for; nil for one such as `euro` that says nothing
  /// of the language.
  private static func subtag(of modifier: Text) -> Text? {
    switch modifier.lowercasedASCII() {
    case "latin": "Latn"
    case "cyrillic": "Cyrl"
    case "devanagari": "Deva"
    case "arabic": "Arab"
    case "valencia": "valencia"
    default: nil
    }
  }
}
