import CalqueBase
import CalqueTemplate

/// Option names of i18next 1.x.
extension TranslatorOptions {
  mutating func readV1(_ reader: OptionReader) throws(Diagnostic) {
    takeUnderscoreSyntax()
    try readV1Languages(reader)
    try reader.optionalText("keyseparator", &keySeparator, emptyIsNone: true)
    try reader.optionalText("nsseparator", &nsSeparator, emptyIsNone: true)
    ignoreJSONStructure = false
    try reader.text("pluralSuffix", &pluralSuffix)
    try reader.text("indefiniteSuffix", &indefiniteSuffix)
    try reader.text("interpolationPrefix", &interpolation.prefix)
    try reader.text("interpolationSuffix", &interpolation.suffix)
    try reader.flag("escapeInterpolation", &interpolation.escapeValue)
    if let variables = try reader.object("defaultVariables") {
      defaultVariables = variables
    }
    try reader.text("reusePrefix", &interpolation.nestingPrefix)
    try reader.text("reuseSuffix", &interpolation.nestingSuffix)
    try reader.limit("maxRecursion", &limits.maxSteps, maximum: 1 << 30)
    var fallsOnNull = true
    try reader.flag("fallbackOnNull", &fallsOnNull)
    returnNull = !fallsOnNull
    var fallsOnEmpty = false
    try reader.flag("fallbackOnEmpty", &fallsOnEmpty)
    returnEmptyString = !fallsOnEmpty
    try reader.flag("showKeyIfEmpty", &showKeyIfEmpty)
    try reader.flag("returnObjectTrees", &returnObjects)
    try reader.texts("postProcess", &postProcess)
    try reader.flag("sendMissing", &saveMissing)
    try readMissingTarget(reader, "sendMissingTo")
  }

  /// What formats 1 and ios have in common.
  mutating func takeUnderscoreSyntax() {
    interpolation.prefix = "__"
    interpolation.suffix = "__"
    interpolation.escapeValue = false
    fallbackLng = .list(["dev"])
  }

  private mutating func readV1Languages(_ reader: OptionReader) throws(Diagnostic) {
    try reader.optionalText("lng", &lng, emptyIsNone: true)
    try reader.fallbackLanguages("fallbackLng", &fallbackLng)
    if case .object = reader.members["ns"], let inner = try reader.reader("ns") {
      try inner.texts("namespaces", &ns)
      try inner.texts("defaultNs", &defaultNS)
    } else {
      try reader.texts("ns", &ns)
      if let first = ns.first { defaultNS = [first] }
    }
    try reader.flag("fallbackToDefaultNS", &fallbackToDefaultNS)
    try reader.texts("fallbackNS", &fallbackNS)
    try reader.texts("lngWhitelist", &supportedLngs)
    var mode: Text = "all"
    try reader.text("load", &mode)
    switch mode {
    case "current": load = .currentOnly
    case "unspecific": load = .languageOnly
    default: load = .all
    }
    try reader.flag("lowerCaseLng", &lowerCaseLng)
  }
}
