import CalqueBase
import CalqueTemplate

/// Options of i18next 2 and later that more than one name or a word says.
extension TranslatorOptions {
  mutating func readModern(_ reader: OptionReader) throws(Diagnostic) {
    try takeModern(reader)
    if reader.members["defaultNS"] == nil, reader.members["ns"] != nil,
      !ns.contains("translation"), let first = ns.first
    {
      defaultNS = [first]
    }
    try reader.texts("defaultNS", &defaultNS)
    if !supportedLngs.isEmpty, !supportedLngs.contains("cimode") { supportedLngs.append("cimode") }
    try readLoad(reader, currentOnly: "currentOnly", languageOnly: "languageOnly")
    isSeparatorGiven =
      reader.members["keySeparator"]?.isTruthy ?? false
      || reader.members["nsSeparator"]?.isTruthy ?? false
    try readMissingTarget(reader, "saveMissingTo")
    if let inner = try reader.reader("interpolation") { try readInterpolation(inner) }
  }

  /// Another word is all levels.
  mutating func readLoad(
    _ reader: OptionReader, currentOnly: Text, languageOnly: Text
  ) throws(Diagnostic) {
    var mode = Text()
    try reader.text("load", &mode)
    load = mode == currentOnly ? .currentOnly : mode == languageOnly ? .languageOnly : .all
  }

  mutating func readMissingTarget(_ reader: OptionReader, _ name: Text) throws(Diagnostic) {
    var target: Text = "fallback"
    try reader.text(name, &target)
    switch target {
    case "current": saveMissingTo = .current
    case "all": saveMissingTo = .all
    default: saveMissingTo = .fallback
    }
  }

  /// The members of `interpolation`, at init and in a call. An empty delimiter keeps the default.
  mutating func readInterpolation(_ reader: OptionReader) throws(Diagnostic) {
    let before = interpolation
    // Patterns for regular expressions in i18next; plain text here, over which the others win.
    try reader.text("prefixEscaped", &interpolation.prefix)
    try reader.text("suffixEscaped", &interpolation.suffix)
    try reader.text("nestingPrefixEscaped", &interpolation.nestingPrefix)
    try reader.text("nestingSuffixEscaped", &interpolation.nestingSuffix)
    try takeInterpolation(reader)
    interpolation.keepNonEmpty(from: before)
  }
}
