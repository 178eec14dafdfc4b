package import CalqueBase

extension LanguageTag {
  /// The form in which two codes are compared: `en_gb`, `en-GB` and `en_GB.UTF-8` are one.
  ///
  /// Canonical where the code is a tag or the name of a locale; otherwise in lower case with `-` for
  /// `_`.
  package static func comparable(_ code: Text) -> Text {
    canonical(code) ?? ofPOSIX(code) ?? code.replacing("_", with: "-").lowercasedASCII()
  }
}
