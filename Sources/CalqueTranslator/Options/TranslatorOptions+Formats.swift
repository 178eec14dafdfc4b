import CalqueBase
import CalqueTemplate

/// Options of i18next 2 and later that more than one name or a word says.
extension TranslatorOptions {
  mutating func readModern(_ reader: OptionReader) {
    takeModern(reader)
    if reader.members["defaultNS"] == nil, reader.members["ns"] != nil,
      !ns.contains("translation"), let first = ns.first
    {
      defaultNS = [first]
    }
    reader.texts("defaultNS", &defaultNS)
    if !supportedLngs.isEmpty, !supportedLngs.contains("cimode") { supportedLngs.append("cimode") }
    readLoad(reader, currentOnly: "currentOnly", languageOnly: "languageOnly")
    isSeparatorGiven =
      reader.members["keySeparator"]?.isTruthy ?? false
      || reader.members["nsSeparator"]?.isTruthy ?? false
    readMissingTarget(reader, "saveMissingTo")
    if let inner = reader.reader("interpolation") { readInterpolation(inner) }
  }

  /// Another word is all levels.
  mutating func readLoad(
    _ reader: OptionReader, currentOnly: Literal, languageOnly: Literal
  ) {
    var mode = Text()
    reader.text("load", &mode)
    load = mode == currentOnly ? .currentOnly : mode == languageOnly ? .languageOnly : .all
  }

  mutating func readMissingTarget(_ reader: OptionReader, _ name: Literal) {
    var target: Text = "fallback"
    reader.text(name, &target)
    switch target {
    case "current": saveMissingTo = .current
    case "all": saveMissingTo = .all
    default: saveMissingTo = .fallback
    }
  }

  /// The members of `interpolation`, at init and in a call. An empty delimiter keeps the default.
  mutating func readInterpolation(_ reader: OptionReader) {
    let before = interpolation
    // Patterns for regular expressions in i18next; plain text here, over which the others win.
    reader.text("prefixEscaped", &interpolation.prefix)
    reader.text("suffixEscaped", &interpolation.suffix)
    reader.text("nestingPrefixEscaped", &interpolation.nestingPrefix)
    reader.text("nestingSuffixEscaped", &interpolation.nestingSuffix)
    takeInterpolation(reader)
    interpolation.keepNonEmpty(from: before)
  }
}

/// Options of i18next 1.x that more than one name or a word says.
extension TranslatorOptions {
  mutating func readV1(_ reader: OptionReader) {
    takeUnderscoreSyntax()
    takeV1(reader)
    if case .object = reader.members["ns"], let inner = reader.reader("ns") {
      inner.texts("namespaces", &ns)
      inner.texts("defaultNs", &defaultNS)
    } else {
      reader.texts("ns", &ns)
      if let first = ns.first { defaultNS = [first] }
    }
    readLoad(reader, currentOnly: "current", languageOnly: "unspecific")
    readMissingTarget(reader, "sendMissingTo")
  }

  /// The syntax that formats 1 and ios share.
  mutating func takeUnderscoreSyntax() {
    interpolation.prefix = "__"
    interpolation.suffix = "__"
    interpolation.escapeValue = false
    fallbackLng = .list(["dev"])
    ignoreJSONStructure = false
  }
}

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
