package import CalqueBase
import CalqueTemplate

extension TranslatorOptions {
  /// Reads init options in the names of the format. Names that mean nothing to it are kept in
  /// `given` and otherwise ignored.
  ///
  /// - Parameters:
  ///   - code: that of the format.
  ///   - host: gets a line for each option that the format does not know, with `debug`. Its fallback
  ///     languages count where no option sets them.
  /// - Throws: `invalidOption` with the path of the option.
  package convenience init(
    format: TranslatorFormat, _ code: FormatCode?, given: Members,
    host: HostCallbacks = HostCallbacks()
  ) throws(Diagnostic) {
    self.init(format: format, code)
    let isTold = host.log != nil && given["debug"] == .bool(true)
    let reader = OptionReader(given, notesNames: isTold)
    self.given = given
    for name in Self.resourceNames { self.given.remove(Text(name)) }
    hasResources = try resources(in: given) != nil
    reader.flag("strict", &strict)
    if !strict { (pluralFallback, multipleCounts, dottedNamespaces) = (true, true, true) }
    if let bounds = reader.reader("limits") { takeLimits(bounds) }
    if let code { code.read(self, reader) } else { readModern(reader) }
    try reader.finish()
    if interpolation.prefix.isEmpty || interpolation.suffix.isEmpty {
      throw Diagnostic(
        .invalidOption, "a placeholder needs a prefix and a suffix", path: "interpolation.prefix")
    }
    readLoading(reader)
    try reader.finish()
    if isTold { reader.unknown(in: given).forEach { host.log?($0.onOneLine) } }
    let name: Literal = format == .ios ? "fallbackLang" : "fallbackLng"
    if let ask = host.fallbackLng, given[name] == nil { fallbackLng = .callback(ask) }
  }

  static let resourceNames: [Literal] = ["resources", "resStore", "resourcesStore"]

  /// The resources among init options.
  package func resources(in given: Members) throws(Diagnostic) -> Members? {
    let name: Literal =
      switch format {
      case .ios: "resourcesStore"
      case .v1: "resStore"
      default: "resources"
      }
    let reader = OptionReader(given)
    let resources = reader.object(name)
    try reader.finish()
    return resources
  }

  /// The options as given, with what calls have changed since as it is now.
  func effective(_ names: NamesInUse) -> Members {
    var options = given
    let namespaces = Value.array(of: names.ns)
    let standard = Value.oneOrMore(names.defaultNS)
    if !names.preload.isEmpty { options["preload"] = .array(of: names.preload) }
    switch format {
    case .ios:
      options["namespaces"] = namespaces
      options["defaultNamespace"] = standard
    case .v1:
      options["ns"] = .object(Members([("namespaces", namespaces), ("defaultNs", standard)]))
    default:
      options["ns"] = namespaces
      options["defaultNS"] = standard
    }
    return options
  }
}

extension TranslatorOptions {
  package enum Load: Sendable {
    case all
    case currentOnly
    case languageOnly
  }

  package enum MissingTarget: Sendable {
    case fallback
    case current
    case all
  }

  /// Namespaces and languages, to which calls may add others.
  package struct NamesInUse: Sendable {
    package var ns: [Text] = ["translation"]
    package var defaultNS: [Text] = ["translation"]
    /// Languages to load beside the current one and its fallbacks.
    package var preload: [Text] = []
  }
}

/// `fallbackLng`: languages to look in when the current one has no translation.
package enum FallbackLanguages: Sendable {
  case list([Text])
  /// By language code, with `default` for all others.
  case table(Members)
  /// The host is asked.
  case callback(@Sendable (_ code: Text) -> Value?)

  /// Reads a string, an array, an object, or false and null for none.
  package init(_ value: Value) {
    switch value {
    case .text(let text): self = .list(text.isEmpty ? [] : [text])
    case .array(let array): self = .list(array.compactMap { $0.text })
    case .object(let table): self = .table(table)
    default: self = .list([])
    }
  }
}

/// Options of i18next 2 and later that more than one name or a word says.
extension TranslatorOptions {
  func readModern(_ reader: OptionReader) {
    takeModern(reader)
    if reader.members["defaultNS"] == nil, reader.members["ns"] != nil,
      !givenNames.ns.contains("translation"), let first = givenNames.ns.first
    {
      givenNames.defaultNS = [first]
    }
    reader.texts("defaultNS", &givenNames.defaultNS)
    if !supportedLngs.isEmpty, !supportedLngs.contains("cimode") { supportedLngs.append("cimode") }
    readLoad(reader, currentOnly: "currentOnly", languageOnly: "languageOnly")
    isSeparatorGiven =
      reader.members["keySeparator"]?.isTruthy ?? false
      || reader.members["nsSeparator"]?.isTruthy ?? false
    if let inner = reader.reader("interpolation") { readInterpolation(inner) }
  }

  /// Another word is all levels.
  func readLoad(
    _ reader: OptionReader, currentOnly: Literal, languageOnly: Literal
  ) {
    var mode = Text()
    reader.text("load", &mode)
    load = mode == currentOnly ? .currentOnly : mode == languageOnly ? .languageOnly : .all
  }

  /// The members of `interpolation`, at init and in a call. An empty delimiter keeps the default.
  func readInterpolation(_ reader: OptionReader) {
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
  func readV1(_ reader: OptionReader) {
    takeUnderscoreSyntax()
    takeV1(reader)
    if case .object = reader.members["ns"], let inner = reader.reader("ns") {
      inner.texts("namespaces", &givenNames.ns)
      inner.texts("defaultNs", &givenNames.defaultNS)
    } else {
      reader.texts("ns", &givenNames.ns)
      if let first = givenNames.ns.first { givenNames.defaultNS = [first] }
    }
    readLoad(reader, currentOnly: "current", languageOnly: "unspecific")
  }

  /// The syntax that formats 1 and ios share.
  func takeUnderscoreSyntax() {
    interpolation.prefix = "__"
    interpolation.suffix = "__"
    interpolation.escapeValue = false
    ignoreJSONStructure = false
  }
}

/// Options of i18next-ios that more than one name or a word says.
extension TranslatorOptions {
  func readIOS(_ reader: OptionReader) {
    takeUnderscoreSyntax()
    // The seed promises `namespace1.key1`; it can only turn a missing key into a found one.
    dottedNamespaces = true
    takeIOS(reader)
    if reader.members["namespace"] != nil, reader.members["namespaces"] == nil {
      reader.texts("namespace", &givenNames.ns)
      givenNames.defaultNS = givenNames.ns
    }
    readLangLoadType(reader)
  }

  /// `all`, `current`, `unspecific`, or the reference's numbers 0, 1, 2.
  private func readLangLoadType(_ reader: OptionReader) {
    guard let value = reader.members["langLoadType"], !value.isNull else { return }
    switch (value.text, value.integer) {
    case ("all"?, _), (_, 0?): load = .all
    case ("current"?, _), (_, 1?): load = .currentOnly
    case ("unspecific"?, _), (_, 2?): load = .languageOnly
    default: reader.refuse("langLoadType", "all, current or unspecific")
    }
  }
}
