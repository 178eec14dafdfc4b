import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// Traits of the chains of a snapshot: what follows from options, host and language.
final class ChainTraits: Sendable {
  let schema: CatalogSchema
  /// Plural suffixes, and the rules of each language.
  let forms: PluralForms
  /// Of a chain without languages and namespaces, which is what a chain begins with.
  nonisolated(unsafe) let core: ChainCore
  private let variables: ArgumentList
  private let catalogs: CatalogChain
  /// Texts and tables that the core points to.
  nonisolated(unsafe) private let memory: Arena

  init(_ parts: SnapshotParts) {
    let (options, host) = (parts.options, parts.host)
    let (syntax, isModern) = (options.interpolation, options.format.isModern)
    var memory = Arena()
    func copy(_ text: Text) -> Bytes { memory.copy(text) }
    func suffixes(_ texts: [Text]) -> UnsafePointer<KeySuffix> {
      let all = memory.take(KeySuffix.self, texts.count)
      for (place, text) in texts.enumerated() {
        (all + place).initialize(to: KeySuffix(copy(text)))
      }
      return UnsafePointer(all)
    }
    schema = options.schema
    variables = ArgumentList(options.defaultVariables)
    forms = PluralForms(options)
    let skips = CatalogSkips(nulls: !options.returnNull, emptyTexts: !options.returnEmptyString)
    catalogs = CatalogChain([], skips, isMerged: false)
    let separators = KeySeparators(
      ns: options.nsSeparator.map(copy), key: options.keySeparator.map(copy),
      // Formats v1 and ios take no key for a sentence.
      areGiven: options.isSeparatorGiven || !isModern, nesting: copy(syntax.nestingPrefix))
    let begins = [syntax.prefix, syntax.nestingPrefix].compactMap { $0.bytes.first }
    let telling = begins + [0x23]
    let isObserved = options.debug && host.log != nil
    let hasFormatters = isObserved || !parts.formatters.isEmpty || host.formatValue != nil
    let asksForMissing = isObserved || host.missingInterpolation != nil
    let isTold = options.saveMissing || host.parseMissingKey != nil || isObserved
    core = ChainCore(
      table: catalogs.table, layers: UnsafePointer(memory.take(Layer.self, 1)), skips: skips,
      plurals: UnsafePointer(memory.take(PluralRules.self, 1)),
      isDirect: Self.isDirect(options, forms), isModern: isModern,
      asksForEscape: isModern && host.escape != nil,
      asksForMissing: asksForMissing, asksForFormat: syntax.alwaysFormat,
      variables: variables.all, hasFormatters: hasFormatters,
      delimiters: ByteProbe(begins + syntax.suffix.bytes.prefix(1)),
      showsMissing: isModern && !isTold && !options.dottedNamespaces
        && !options.appendNamespaceToMissingKey,
      telling: ByteProbe(telling + [separators.ns?.first ?? 0x23]),
      specialInTexts: syntax.probe,
      separators: separators, marks: KeyMarks(separators, telling: telling),
      language: parts.language.map(copy) ?? .none,
      options: options, limits: options.limits,
      categories: suffixes(forms.categories),
      plural: suffixes([forms.plural] + forms.numbers),
      contextSeparator: KeySuffix(copy(isModern ? options.contextSeparator : "_")),
      choosing: OptionName.choosing(options), rendering: OptionName.rendering(options),
      asksHost: !isModern || host.escape != nil || asksForMissing || syntax.alwaysFormat
        || hasFormatters,
      standardNS: copy(parts.names.defaultNS.first ?? ""),
      mostCost: max(options.limits.maxOutput, 1 << 20) &* 8)
    self.memory = memory
  }

  deinit { memory.free() }

  /// Whether the options ask for no more than texts that are looked up by hash.
  private static func isDirect(_ options: TranslatorOptions, _ forms: PluralForms) -> Bool {
    guard options.postProcess.isEmpty, !options.returnDetails else { return false }
    if options.format.isModern { return true }
    if options.format == .v1, options.fallbackNS.count > 1 || !options.defaultVariables.isEmpty {
      return false
    }
    // Texts of format ios are compiled for names with dots.
    if options.format == .ios, let key = options.keySeparator, !key.equals(".") { return false }
    // Formats v1 and ios split a key with the suffix of its form as they split any key.
    let suffixes = forms.numbered.bytes
    let separators = (options.nsSeparator ?? "") + (options.keySeparator ?? "")
    return options.returnEmptyString && !options.showKeyIfEmpty
      && !separators.bytes.contains { $0.isASCIIDigit || suffixes.contains($0) }
  }
}
