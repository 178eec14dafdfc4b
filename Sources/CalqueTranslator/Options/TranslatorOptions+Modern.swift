import CalqueBase
import CalqueTemplate

/// Option names of i18next 2 and later.
extension TranslatorOptions {
  mutating func readModern(_ reader: OptionReader) throws(Diagnostic) {
    try readModernLanguages(reader)
    try readModernKeys(reader)
    try readModernResults(reader)
    if let inner = try reader.reader("interpolation") {
      try readInterpolation(inner)
    }
  }

  private mutating func readModernLanguages(_ reader: OptionReader) throws(Diagnostic) {
    try reader.optionalText("lng", &lng, emptyIsNone: true)
    try reader.texts("ns", &ns)
    if reader.members["defaultNS"] == nil, reader.members["ns"] != nil {
      if !ns.contains("translation"), let first = ns.first { defaultNS = [first] }
    }
    try reader.texts("defaultNS", &defaultNS)
    try reader.fallbackLanguages("fallbackLng", &fallbackLng)
    try reader.texts("fallbackNS", &fallbackNS)
    try reader.texts("supportedLngs", &supportedLngs)
    if !supportedLngs.isEmpty, !supportedLngs.contains("cimode") { supportedLngs.append("cimode") }
    try reader.flag("nonExplicitSupportedLngs", &nonExplicitSupportedLngs)
    var mode: Text = "all"
    try reader.text("load", &mode)
    switch mode {
    case "currentOnly": load = .currentOnly
    case "languageOnly": load = .languageOnly
    default: load = .all
    }
    try reader.flag("lowerCaseLng", &lowerCaseLng)
    try reader.flag("cleanCode", &cleanCode)
  }

  private mutating func readModernKeys(_ reader: OptionReader) throws(Diagnostic) {
    try reader.optionalText("keySeparator", &keySeparator, emptyIsNone: true)
    try reader.optionalText("nsSeparator", &nsSeparator, emptyIsNone: true)
    isSeparatorGiven =
      reader.members["keySeparator"]?.isTruthy ?? false
      || reader.members["nsSeparator"]?.isTruthy ?? false
    try reader.text("pluralSeparator", &pluralSeparator)
    try reader.text("contextSeparator", &contextSeparator)
    try reader.flag("simplifyPluralSuffix", &simplifyPluralSuffix)
    try reader.flag("ignoreJSONStructure", &ignoreJSONStructure)
  }

  private mutating func readModernResults(_ reader: OptionReader) throws(Diagnostic) {
    try reader.flag("returnNull", &returnNull)
    try reader.flag("returnEmptyString", &returnEmptyString)
    try reader.flag("returnObjects", &returnObjects)
    try reader.flag("returnDetails", &returnDetails)
    try reader.optionalText("joinArrays", &joinArrays)
    try reader.texts("postProcess", &postProcess)
    try reader.flag("postProcessPassResolved", &postProcessPassResolved)
    try reader.flag("saveMissing", &saveMissing)
    try reader.flag("updateMissing", &updateMissing)
    try reader.flag("saveMissingPlurals", &saveMissingPlurals)
    try readMissingTarget(reader, "saveMissingTo")
    try reader.flag("appendNamespaceToMissingKey", &appendNamespaceToMissingKey)
    try reader.flag("appendNamespaceToCIMode", &appendNamespaceToCIMode)
    try reader.flag("missingKeyNoValueFallbackToKey", &missingKeyNoValueFallbackToKey)
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
    try reader.text("prefixEscaped", &interpolation.prefix)
    try reader.text("suffixEscaped", &interpolation.suffix)
    try reader.text("prefix", &interpolation.prefix)
    try reader.text("suffix", &interpolation.suffix)
    try reader.text("formatSeparator", &interpolation.formatSeparator)
    try reader.text("unescapePrefix", &interpolation.unescapePrefix)
    try reader.text("unescapeSuffix", &interpolation.unescapeSuffix)
    try reader.text("nestingPrefixEscaped", &interpolation.nestingPrefix)
    try reader.text("nestingSuffixEscaped", &interpolation.nestingSuffix)
    try reader.text("nestingPrefix", &interpolation.nestingPrefix)
    try reader.text("nestingSuffix", &interpolation.nestingSuffix)
    try reader.text("nestingOptionsSeparator", &interpolation.nestingOptionsSeparator)
    interpolation.keepNonEmpty(from: before)
    try reader.limit("maxReplaces", &interpolation.maxReplaces, maximum: 1 << 30)
    try reader.flag("escapeValue", &interpolation.escapeValue)
    try reader.flag("useRawValueToEscape", &interpolation.useRawValueToEscape)
    try reader.flag("skipOnVariables", &interpolation.skipOnVariables)
    try reader.flag("alwaysFormat", &interpolation.alwaysFormat)
    if let variables = try reader.object("defaultVariables") { defaultVariables = variables }
  }
}
