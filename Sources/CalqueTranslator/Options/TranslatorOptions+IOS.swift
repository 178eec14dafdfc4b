import CalqueBase

/// Options of i18next-ios that more than one name or a word says.
extension TranslatorOptions {
  mutating func readIOS(_ reader: OptionReader) {
    takeUnderscoreSyntax()
    // The seed promises `namespace1.key1`; it can only turn a missing key into a found one.
    dottedNamespaces = true
    takeIOS(reader)
    if reader.members["namespace"] != nil, reader.members["namespaces"] == nil {
      reader.texts("namespace", &ns)
      defaultNS = ns
    }
    readMissingTarget(reader, "saveMissingTo")
    readLangLoadType(reader)
  }

  /// `all`, `current`, `unspecific`, or the reference's numbers 0, 1, 2.
  private mutating func readLangLoadType(_ reader: OptionReader) {
    guard let value = reader.members["langLoadType"], !value.isNull else { return }
    switch (value.text, value.integer) {
    case ("all"?, _), (_, 0?): load = .all
    case ("current"?, _), (_, 1?): load = .currentOnly
    case ("unspecific"?, _), (_, 2?): load = .languageOnly
    default: reader.refuse("langLoadType", "all, current or unspecific")
    }
  }
}
