import CalqueBase
import CalqueTemplate

/// Option names of i18next-ios.
extension TranslatorOptions {
  mutating func readIOS(_ reader: OptionReader) throws(Diagnostic) {
    takeUnderscoreSyntax()
    try readIOSLanguages(reader)
    try reader.optionalText("keySeparator", &keySeparator, emptyIsNone: true)
    try reader.optionalText("namespaceSeparator", &nsSeparator, emptyIsNone: true)
    ignoreJSONStructure = false
    // The seed promises `namespace1.key1`; it can only turn a missing key into a found one.
    dottedNamespaces = true
    try reader.flag("dottedNamespaces", &dottedNamespaces)
    try reader.text("pluralSuffix", &pluralSuffix)
    try reader.text("indefiniteSuffix", &indefiniteSuffix)
    try reader.text("interpolationPrefix", &interpolation.prefix)
    try reader.text("interpolationSuffix", &interpolation.suffix)
    try reader.text("reusePrefix", &interpolation.nestingPrefix)
    try reader.text("reuseSuffix", &interpolation.nestingSuffix)
    var fallsOnNull = true
    try reader.flag("fallbackOnNull", &fallsOnNull)
    returnNull = !fallsOnNull
    var fallsOnEmpty = false
    try reader.flag("fallbackOnEmpty", &fallsOnEmpty)
    returnEmptyString = !fallsOnEmpty
    try reader.flag("returnObjectTrees", &returnObjects)
    try reader.texts("postProcess", &postProcess)
    try reader.flag("saveMissing", &saveMissing)
    try readMissingTarget(reader, "saveMissingTo")
  }

  private mutating func readIOSLanguages(_ reader: OptionReader) throws(Diagnostic) {
    try reader.optionalText("lang", &lng, emptyIsNone: true)
    try reader.fallbackLanguages("fallbackLang", &fallbackLng)
    try reader.texts("namespaces", &ns)
    try reader.texts("defaultNamespace", &defaultNS)
    if reader.members["namespace"] != nil, reader.members["namespaces"] == nil {
      try reader.texts("namespace", &ns)
      defaultNS = ns
    }
    try reader.flag("fallbackToDefaultNamespace", &fallbackToDefaultNS)
    try reader.texts("fallbackNamespace", &fallbackNS)
    try reader.texts("fallbackNamespaces", &fallbackNS)
    try reader.flag("lowercaseLang", &lowerCaseLng)
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
