import CalqueBase
import CalqueCatalog
import CalqueLocale
import Synchronization
import CalqueTemplate

/// Languages and namespaces of one state, laid out for hot calls.
package final class Scope: @unchecked Sendable {
  // Unchecked: the memory behind `core` is written before the scope is shared. The catalogs it
  // points into are kept by `catalogs`.
  private let catalogs: [Catalog]
  private let layers: UnsafeMutablePointer<Layer>
  /// nil when these options need the full rules at every call.
  let core: UnsafeMutablePointer<ScopeCore>?

  private static let counter = Atomic<UInt32>(1)

  /// - Parameter followsReferences: a reference is looked up in the same languages as the text it
  ///   stands in. It is not when no language is chosen: the reference then counts on the language
  ///   of the text.
  init(
    _ options: TranslatorOptions, _ store: Store, host: HostCallbacks, codes: [Text],
    namespaces: [Text], followsReferences: Bool
  ) {
    var found: [(Catalog, Text)] = []
    for ns in namespaces {
      for code in codes {
        if let catalog = store.catalog(code, ns) { found.append((catalog, code)) }
      }
    }
    catalogs = found.map { $0.0 }
    layers = .allocate(capacity: max(found.count, 1))
    for (position, (catalog, code)) in found.enumerated() {
      let layer = Self.layer(catalog, code, options)
      (layers + position).initialize(to: layer)
    }
    let schema = options.schema
    let isSuited =
      Self.isSuited(options, codes) && catalogs.allSatisfy { $0.schema == schema }
      && Self.areKeysPlain(catalogs, options)
    core = isSuited ? Self.core(options, host, layers, found.count, followsReferences) : nil
  }

  deinit {
    layers.deallocate()
    core?.deallocate()
  }

  private static func layer(
    _ catalog: Catalog, _ code: Text, _ options: TranslatorOptions
  ) -> Layer {
    guard options.format == .v4 else {
      return Layer(image: catalog.image, cardinal: nil, ordinal: nil)
    }
    let forms = PluralForms(options)
    return Layer(
      image: catalog.image, cardinal: forms.rule(code, isOrdinal: false),
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

  private static func core(
    _ options: TranslatorOptions, _ host: HostCallbacks, _ layers: UnsafePointer<Layer>,
    _ count: Int, _ followsReferences: Bool
  ) -> UnsafeMutablePointer<ScopeCore>? {
    let syntax = options.interpolation
    guard let plural = ShortText(options.pluralSeparator.bytes),
      let context = ShortText(options.format.isModern ? options.contextSeparator.bytes : [0x5F]),
      let nesting = ShortText(syntax.nestingPrefix.bytes)
    else { return nil }
    let core = UnsafeMutablePointer<ScopeCore>.allocate(capacity: 1)
    core.initialize(
      to: ScopeCore(
        layers: layers, layerCount: count,
        tag: counter.add(1, ordering: .relaxed).newValue & 0xFF_FFFF,
        isModern: options.format.isModern, hasCategories: options.format == .v4,
        returnsNull: options.returnNull, returnsEmpty: options.returnEmptyString,
        pluralFallback: options.pluralFallback, asksForEscape: host.escape != nil,
        asksForMissing: host.missingInterpolation != nil,
        hasDefaults: !options.defaultVariables.isEmpty, pluralSeparator: plural,
        contextSeparator: context, nsSeparatorByte: options.nsSeparator?.bytes.first ?? 0,
        prefixByte: syntax.prefix.bytes.first ?? 0, suffixByte: syntax.suffix.bytes.first ?? 0,
        nestingPrefix: nesting, nestingSuffixByte: syntax.nestingSuffix.bytes.first ?? 0,
        followsReferences: followsReferences,
        // The full rules may look at a placeholder twice.
        mostReplaces: min(options.limits.maxSteps / 2, 1024),
        showsMissing: showsMissing(options, host), telling: telling(options),
        deepest: min(options.limits.maxNesting, 8), maxOutput: options.limits.maxOutput))
    return core
  }

  private static func showsMissing(_ options: TranslatorOptions, _ host: HostCallbacks) -> Bool {
    options.format.isModern && !options.saveMissing && !options.dottedNamespaces
      && !options.appendNamespaceToMissingKey && host.parseMissingKey == nil
  }

  private static func telling(_ options: TranslatorOptions) -> ByteSet {
    let syntax = options.interpolation
    var telling = ByteSet()
    for text in [options.nsSeparator ?? "", syntax.prefix, syntax.nestingPrefix, "###"] {
      if let first = text.bytes.first { telling.insert(first) }
    }
    return telling
  }
}
