package import CalqueBase

extension LanguageTag {
  /// The form in which two codes are compared: `en_gb` and `en-GB` are one.
  ///
  /// Canonical where the code is a tag; otherwise in lower case with `-` for `_`.
  package static func comparable(_ code: Text) -> Text {
    let dashed = code.replacing("_", with: "-")
    return canonical(dashed) ?? dashed.lowercasedASCII()
  }
}
