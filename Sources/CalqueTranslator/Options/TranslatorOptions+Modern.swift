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
