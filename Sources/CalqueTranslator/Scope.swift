import CalqueBase
import CalqueCatalog
import CalqueLocale
import Synchronization
import CalqueTemplate

/// Languages and namespaces of one state, laid out for hot calls.
package final class Scope: @unchecked Sendable {
  // Unchecked: the memory behind `core` is written before the scope is shared. The catalogs it
  // points into are kept by `chain`.
  private let chain: CatalogChain?
  /// The first catalog that is passed over because it is damaged.
  let damaged: ArchivedCatalog?
  private let layers: UnsafeMutablePointer<Layer>
  private let suffixes: UnsafeMutablePointer<ShortText>
  private let core: UnsafeMutablePointer<ScopeCore>?
  /// Hot calls, as long as the scope lives; nil when these options need the full rules at every call.
  package let hot: HotScope?

  private static let counter = Atomic<UInt32>(0)

  /// - Parameters:
  ///   - followsReferences: a reference is looked up in the same languages as the text it stands
  ///     in. It is not when no language is chosen: the reference then counts on the language of the
  ///     text.
  ///   - earlier: a scope whose table is used again if its catalogs are the same.
  init(
    _ options: TranslatorOptions, _ store: Store, host: HostCallbacks, codes: [Text],
    namespaces: [Text], followsReferences: Bool, earlier: Scope?
  ) {
    var found: [(Catalog, Text)] = []
    var damaged: ArchivedCatalog?
    for ns in namespaces {
      for code in codes {
        guard let stored = store.stored(code, ns) else { continue }
        if let catalog = stored.catalog {
          found.append((catalog, code))
        } else if case .archived(let archived) = stored {
          damaged = damaged ?? archived
        }
      }
    }
    self.damaged = damaged
    let catalogs = found.map { $0.0 }
    layers = .allocate(capacity: max(found.count, 1))
    let schema = options.schema
    let isSuited =
      Self.isSuited(options, codes) && catalogs.allSatisfy { $0.schema == schema }
      && catalogs.count <= CatalogChain.mostCatalogs && Self.areKeysPlain(catalogs, options)
    let skips = CatalogSkips(nulls: !options.returnNull, emptyTexts: !options.returnEmptyString)
    let chain = isSuited ? Self.chain(catalogs, skips, earlier) : nil
    self.chain = chain
    if let chain {
      for (position, (_, code)) in found.enumerated() {
        let layer = Self.layer(chain.table(ofCatalog: position), code, options)
        (layers + position).initialize(to: layer)
      }
    }
    suffixes = Self.suffixes(options.pluralSeparator)
    core = chain.flatMap { [layers, suffixes] in
      Self.core(
        options, host, $0.table, skips, layers, catalogs.count, suffixes, followsReferences)
    }
    hot = core.map { HotScope(core: $0) }
  }

  deinit {
    layers.deallocate()
    suffixes.deallocate()
    core?.deallocate()
  }

  private static func chain(
    _ catalogs: [Catalog], _ skips: CatalogSkips, _ earlier: Scope?
  ) -> CatalogChain {
    if let chain = earlier?.chain, chain.serves(catalogs, skips) { return chain }
    return CatalogChain(catalogs, skips)
  }

  private static func layer(
    _ table: CatalogTable, _ code: Text, _ options: TranslatorOptions
  ) -> Layer {
    guard options.format == .v4 else {
      return Layer(table: table, cardinal: nil, ordinal: nil)
    }
    let forms = PluralForms(options)
    return Layer(
      table: table, cardinal: forms.rule(code, isOrdinal: false),
      ordinal: forms.rule(code, isOrdinal: true))
  }

  /// Whether hot calls can follow these options at all.
  private static func isSuited(_ options: TranslatorOptions, _ codes: [Text]) -> Bool {
    guard options.postProcess.isEmpty, !options.updateMissing, !options.returnDetails,
      !options.interpolation.alwaysFormat
    else { return false }
    if options.format == .v1, options.fallbackNS.count > 1 || !options.defaultVariables.isEmpty {
      return false
    }
    if !options.format.isModern, !options.returnEmptyString || options.showKeyIfEmpty {
      return false
    }
    return !codes.contains { $0.lowercasedASCII().equals("cimode") }
  }

  /// A key that is found as it stands must not be one that the full rules would split.
  private static func areKeysPlain(_ catalogs: [Catalog], _ options: TranslatorOptions) -> Bool {
    guard let byte = options.nsSeparator?.bytes.first else { return true }
    return catalogs.allSatisfy { !$0.keyBytes.contains(byte) }
  }

  /// The plural suffixes in the order of the categories; empty where one is too long.
  private static func suffixes(_ separator: Text) -> UnsafeMutablePointer<ShortText> {
    let categories = PluralCategory.allCases
    let suffixes = UnsafeMutablePointer<ShortText>.allocate(capacity: categories.count)
    for (position, category) in categories.enumerated() {
      let suffix = ShortText((separator + Text(stringLiteral: category.name)).bytes)
      (suffixes + position).initialize(to: suffix ?? .empty)
    }
    return suffixes
  }

  private static func core(
    _ options: TranslatorOptions, _ host: HostCallbacks, _ table: CatalogTable,
    _ skips: CatalogSkips, _ layers: UnsafePointer<Layer>, _ count: Int,
    _ suffixes: UnsafePointer<ShortText>, _ followsReferences: Bool
  ) -> UnsafeMutablePointer<ScopeCore>? {
    let syntax = options.interpolation
    guard
      let context = ShortText(options.format.isModern ? options.contextSeparator.bytes : [0x5F]),
      let nesting = ShortText(syntax.nestingPrefix.bytes)
    else { return nil }
    // Longer separators are left to the full rules.
    let hasCategories = options.format == .v4 && options.pluralSeparator.count <= 3
    let core = UnsafeMutablePointer<ScopeCore>.allocate(capacity: 1)
    core.initialize(
      to: ScopeCore(
        table: table, skips: skips, layers: layers, layerCount: UInt32(truncatingIfNeeded: count),
        tag: tag(),
        isModern: options.format.isModern, hasCategories: hasCategories,
        pluralFallback: options.pluralFallback, asksForEscape: host.escape != nil,
        asksForMissing: host.missingInterpolation != nil,
        hasDefaults: !options.defaultVariables.isEmpty, pluralSuffixes: suffixes,
        contextSeparator: context,
        prefixByte: syntax.prefix.bytes.first ?? 0, suffixByte: syntax.suffix.bytes.first ?? 0,
        nestingPrefix: nesting, nestingSuffixByte: syntax.nestingSuffix.bytes.first ?? 0,
        followsReferences: followsReferences,
        // The full rules may look at a placeholder twice.
        mostReplaces: min(options.limits.maxSteps / 2, 1024),
        showsMissing: showsMissing(options, host), telling: telling(options),
        deepest: min(options.limits.maxNesting, 8), maxOutput: options.limits.maxOutput))
    return core
  }

  /// A number for each scope, in all bits but the lowest eight, which are for the layer; not 0.
  private static func tag() -> UInt32 {
    (counter.add(1, ordering: .relaxed).oldValue % 0xFF_FFFF + 1) << 8
  }

  private static func showsMissing(_ options: TranslatorOptions, _ host: HostCallbacks) -> Bool {
    options.format.isModern && !options.saveMissing && !options.dottedNamespaces
      && !options.appendNamespaceToMissingKey && host.parseMissingKey == nil
  }

  private static func telling(_ options: TranslatorOptions) -> ByteProbe {
    let syntax = options.interpolation
    let texts = [options.nsSeparator ?? "", syntax.prefix, syntax.nestingPrefix, "###"]
    return ByteProbe(texts.compactMap { $0.bytes.first })
  }
}
