import CalqueBase

/// Options of i18next-ios that more than one name or a word says.
extension TranslatorOptions {
  mutating func readIOS(_ reader: OptionReader) throws(Diagnostic) {
    takeUnderscoreSyntax()
    // The seed promises `namespace1.key1`; it can only turn a missing key into a found one.
    dottedNamespaces = true
    try takeIOS(reader)
    if reader.members["namespace"] != nil, reader.members["namespaces"] == nil {
      try reader.texts("namespace", &ns)
      defaultNS = ns
    }
    try readMissingTarget(reader, "saveMissingTo")
    try readLangLoadType(reader)
  }

  /// `all`, `current`, `unspecific`, or the reference's numbers 0, 1, 2.
  private mutating func readLangLoadType(_ reader: OptionReader) throws(Diagnostic) {
    guard let value = reader.members["langLoadType"], !value.isNull else { return }
    switch (value.text, value.integer) {
    case ("all"?, _), (_, 0?): load = .all
    case ("current"?, _), (_, 1?): load = .currentOnly
    case ("unspecific"?, _), (_, 2?): load = .languageOnly
    default: throw reader.wrongType("langLoadType", "all, current or unspecific")
    }
  }
}
