import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate
import Synchronization

/// Languages and namespaces of one state, laid out for calls.
package final class Chain: @unchecked Sendable {
  // Unchecked: the memory behind `core` is written before the chain is shared. The catalogs it
  // points into are kept by `catalogs`.
  let codes: [Text]
  /// Namespaces of the call itself, without those to fall back to.
  let own: [Text]
  /// All namespaces to look in.
  let namespaces: [Text]
  /// The first catalog that is passed over because it is damaged.
  let damaged: ArchivedCatalog?
  private let catalogs: CatalogChain
  private let layers: UnsafeMutablePointer<Layer>
  private let traits: ChainTraits
  private let numbers: UnsafeMutablePointer<NumberedPlurals>?
  private let ownName: HeapRegion
  private let fixed: ArgumentList?
  private let core: UnsafeMutablePointer<ChainCore>
  private let cache: ChainCache
  /// Chains of several namespaces or other fallback languages.
  private let lists: ChainCache
  /// Default texts of calls.
  let defaults: DefaultTexts
  /// The languages are a list that the options of a call do not change.
  let hasList: Bool

  /// The languages and namespaces that a chain is made for.
  struct Plan {
    let codes: [Text]
    let own: [Text]
    /// A reference is looked up in the same languages as the text it stands in. It is not when no
    /// language is chosen: the reference then counts on the language of the text.
    let followsReferences: Bool
    /// Options that every call has.
    var fixed = Members()
    /// One table is made over all catalogs: for what many calls are made on.
    var isMerged = true
    var hasList = false
    /// The current language; in format ios the one that a view chooses.
    let language: Text?
    /// The host has registered some.
    let hasFormatters: Bool
  }

  /// A chain beside the one of a snapshot.
  ///
  /// - Parameter earlier: another chain of the snapshot.
  convenience init(_ plan: Plan, in snapshot: Snapshot, earlier: Chain) {
    self.init(
      plan, snapshot.options, snapshot.store, host: snapshot.host,
      snapshot: Unmanaged.passUnretained(snapshot), earlier: earlier, traits: earlier.traits)
  }

  /// - Parameters:
  ///   - earlier: a chain whose table is used again if its catalogs are the same.
  ///   - traits: those that follow from the options; nil if they are to be made.
  init(
    _ plan: Plan, _ options: TranslatorOptions, _ store: Store, host: HostCallbacks,
    snapshot: Unmanaged<Snapshot>?, earlier: Chain?, traits: ChainTraits? = nil
  ) {
    codes = plan.codes
    own = plan.own
    hasList = plan.hasList
    cache = ChainCache(capacity: plan.isMerged ? 256 : 32)
    lists = ChainCache(capacity: 32)
    namespaces = Self.namespaces(plan.own, options)
    let found = ChainCatalogs(plan.codes, namespaces, in: store)
    damaged = found.damaged
    let all = found.all
    let traits = traits ?? ChainTraits(options, host, plan.language)
    self.traits = traits
    let suffixes = traits.suffixes
    defaults = DefaultTexts(traits.schema)
    let isCompiled = all.allSatisfy { $0.schema == traits.schema }
    let languages = codes + [plan.language].compactMap { $0 }
    let isDirect =
      isCompiled && Self.isDirect(options, languages) && all.count <= CatalogChain.mostCatalogs
    let skips = CatalogSkips(nulls: !options.returnNull, emptyTexts: !options.returnEmptyString)
    // Making a table over all would cost more than a change may.
    let isMerged = isDirect && found.changes.isEmpty && (plan.isMerged || all.count == 1)
    catalogs = Self.catalogs(all, skips, isMerged: isMerged, earlier)
    layers = found.layers(of: catalogs, plan.codes, traits.forms)
    numbers = Self.numbers(plan, options.format, traits.forms)
    let name = plan.own.count == 1 ? plan.own[0] : ""
    ownName = name.bytes.withUnsafeBytes { HeapRegion(copying: $0) }
    fixed = plan.fixed.isEmpty ? nil : ArgumentList(plan.fixed)
    core = .allocate(capacity: 1)
    let isObserved = Mistakes.areTold(options, host)
    let showsMissing = isDirect && traits.showsMissing && damaged == nil
    core.initialize(
      to: ChainCore(
        table: catalogs.table, skips: skips, layers: layers,
        layerCount: UInt32(truncatingIfNeeded: found.bases.count),
        hasChanges: !found.changes.isEmpty,
        codeCount: codes.count, numbers: numbers.map { UnsafePointer($0) },
        isMerged: isMerged, isBase: plan.isMerged,
        isDirect: isDirect, isModern: traits.isModern, hasForms: traits.hasForms,
        pluralFallback: options.pluralFallback, asksForEscape: host.escape != nil,
        asksForMissing: host.missingInterpolation != nil || isObserved,
        asksForFormat: options.interpolation.alwaysFormat,
        variables: traits.variables.all,
        hasFormatters: plan.hasFormatters || isObserved,
        hasPostProcessors: !options.postProcess.isEmpty,
        returnsDetails: options.returnDetails, isCompiled: isCompiled,
        findsFlat: options.ignoreJSONStructure,
        hasDottedNamespaces: options.dottedNamespaces, order: FormOrder(options.format),
        plural: suffixes.plural, numbered: suffixes.numbered, pluralSuffixes: suffixes.cardinal,
        ordinalSuffixes: suffixes.ordinal, contextSeparator: traits.contextSeparator,
        prefixByte: traits.prefixByte, suffixByte: traits.suffixByte,
        nestingPrefix: traits.nestingPrefix, nestingSuffixByte: traits.nestingSuffixByte,
        followsReferences: plan.followsReferences,
        // Scanning may look at a placeholder twice.
        mostReplaces: min(options.limits.maxSteps / 2, 1024),
        showsMissing: showsMissing && !options.appendNamespaceToMissingKey,
        showsOlderMissing: isDirect && traits.showsOlderMissing && damaged == nil,
        namesMissing: showsMissing && options.appendNamespaceToMissingKey,
        missingSeparator: suffixes.missing, showsObjects: traits.showsObjects,
        returnsEmpty: options.returnEmptyString, telling: traits.telling,
        rendered: traits.rendered, separators: suffixes.separators, delimiters: suffixes.delimiters,
        marks: suffixes.marks,
        language: suffixes.language,
        ownNamespace: Bytes(
          start: ownName.start.assumingMemoryBound(to: UInt8.self), count: ownName.count),
        hasSplitKeys: traits.hasSplitKeys(all), joinArrays: suffixes.joinArrays,
        // A list of languages counts more than one language.
        unusual: isDirect ? traits.unusual | (hasList ? OptionName.lng.bit : 0) : ~0,
        deepest: min(options.limits.maxNesting, 8), maxOutput: options.limits.maxOutput,
        fixed: fixed?.all ?? UnsafeBufferPointer(start: nil, count: 0),
        chain: Unmanaged.passUnretained(self), snapshot: snapshot))
  }

  deinit {
    layers.deallocate()
    numbers?.deallocate()
    core.deallocate()
  }

  /// For calls, as long as the chain lives.
  package var reader: ChainReader { ChainReader(core: core) }

  /// Said once, by the snapshot that the chain belongs to.
  func belongs(to snapshot: Snapshot) {
    core.pointee.snapshot = Unmanaged.passUnretained(snapshot)
  }

  // MARK: Other languages and namespaces

  /// Calls `body` with the chain of another language or namespace.
  ///
  /// - Parameters:
  ///   - lng: empty for the languages of this chain.
  ///   - ns: empty for its namespaces.
  func with<Result>(
    _ lng: Bytes, _ ns: Bytes, _ body: (UnsafePointer<ChainCore>) -> Result
  ) -> Result {
    if let known = known(lng, ns) { return body(known) }
    return withNew(lng, ns.isEmpty ? nil : [Text(ns)], in: ns, body)
  }

  /// A chain as for `with`, if there is one already.
  ///
  /// - Parameter isList: `ns` is a JSON array.
  @inline(__always)
  func known(_ lng: Bytes, _ ns: Bytes, isList: Bool = false) -> UnsafePointer<ChainCore>? {
    if isList { return lists.known(lng, ns) }
    if lng.isEmpty, ns.isEmpty || ns.isSame(core.pointee.ownNamespace) {
      return UnsafePointer(core)
    }
    return cache.known(lng, ns)
  }

  /// As `with`, for what is not known.
  ///
  /// - Parameters:
  ///   - own: the namespaces; nil for those of this chain.
  ///   - ns: how the call names them.
  @inline(never)
  func withNew<Result>(
    _ lng: Bytes, _ own: [Text]?, in ns: Bytes, isList: Bool = false,
    _ body: (UnsafePointer<ChainCore>) -> Result
  ) -> Result {
    let chain = derived(lng: lng.isEmpty ? nil : Text(lng), own: own)
    if lng.count <= Self.longestName, ns.count <= Self.longestName {
      (isList ? lists : cache).keep(lng, ns, chain)
    }
    return withExtendedLifetime(chain) { body(chain.core) }
  }

  /// As `with`, with a reference to the chain.
  func other(_ lng: Bytes, _ ns: Bytes) -> Chain {
    with(lng, ns) { $0.pointee.chain.takeUnretainedValue() }
  }

  static let longestName = 200

  /// A chain of `kept`, by its names, if it was made before.
  func listed(_ languages: Bytes, _ namespaces: Bytes) -> UnsafePointer<ChainCore>? {
    lists.known(languages, namespaces)
  }

  /// A chain for the options of a call, which nothing keeps.
  ///
  /// - Parameters:
  ///   - list: languages instead of `lng`, without fallbacks.
  ///   - fallback: `fallbackLng` of the call.
  func derived(
    lng: Text?, own: [Text]?, list: [Text]? = nil, fallback: FallbackLanguages? = nil
  ) -> Chain {
    guard let snapshot = core.pointee.snapshot else { return self }
    return snapshot._withUnsafeGuaranteedRef { snapshot in
      var languages = list ?? codes
      if list == nil, lng != nil || fallback != nil {
        languages = snapshot.chain.hierarchy(lng ?? snapshot.language, fallback: fallback)
      }
      let plan = Plan(
        codes: languages, own: own ?? self.own,
        followsReferences: core.pointee.followsReferences || lng != nil, isMerged: false,
        hasList: list != nil || hasList && lng == nil,
        language: snapshot.options.format == .ios ? lng ?? snapshot.language : snapshot.language,
        hasFormatters: snapshot.hasFormatters)
      let chain = Chain(plan, in: snapshot, earlier: self)
      if let damaged = chain.damaged { _ = snapshot.catalog(damaged.lng, damaged.ns) }
      return chain
    }
  }

  /// As `derived`, with the chain of an earlier call that asked for the same.
  func kept(lng: Text?, own: [Text]?, fallback: FallbackLanguages?) -> Chain {
    guard let (languages, namespaces) = Self.names(lng, own, fallback) else {
      return derived(lng: lng, own: own, fallback: fallback)
    }
    return languages.bytes.withUnsafeBufferPointer { languages in
      namespaces.bytes.withUnsafeBufferPointer { namespaces in
        if let known = lists.chain(languages, namespaces) { return known }
        let chain = derived(lng: lng, own: own, fallback: fallback)
        lists.keep(languages, namespaces, chain)
        return chain
      }
    }
  }

  /// Names that tell chains apart; nil for a chain that is not kept.
  private static func names(
    _ lng: Text?, _ own: [Text]?, _ fallback: FallbackLanguages?
  ) -> (languages: Text, namespaces: Text)? {
    var codes = [lng ?? ""]
    switch fallback {
    case nil: break
    case .list(let list)?: codes += [""] + list
    default: return nil
    }
    let own = own.map { [""] + $0 } ?? []
    let names = (Text.joined(codes, by: "\0"), Text.joined(own, by: "\0"))
    // No name has the byte that separates them.
    let zeros = (names.0.bytes + names.1.bytes).count { $0 == 0 }
    let isKept =
      zeros == codes.count - 1 + max(own.count - 1, 0)
      && max(names.0.count, names.1.count) <= longestName
    return isKept ? names : nil
  }

  /// The namespaces of a call, in order: its own, then those to fall back to.
  static func namespaces(_ own: [Text], _ options: TranslatorOptions) -> [Text] {
    if !options.fallbackNS.isEmpty { return own + options.fallbackNS }
    return options.fallbackToDefaultNS ? own + options.defaultNS : own
  }

  private static func catalogs(
    _ catalogs: [Catalog], _ skips: CatalogSkips, isMerged: Bool, _ earlier: Chain?
  ) -> CatalogChain {
    if isMerged, let earlier, earlier.core.pointee.isMerged,
      earlier.catalogs.serves(catalogs, skips)
    {
      return earlier.catalogs
    }
    return CatalogChain(catalogs, skips, isMerged: isMerged)
  }

  /// Plural rules of the languages. i18next-ios takes the rules of the requested language for all.
  private static func numbers(
    _ plan: Plan, _ format: TranslatorFormat, _ forms: PluralForms
  ) -> UnsafeMutablePointer<NumberedPlurals>? {
    guard format != .v4 else { return nil }
    let numbers = UnsafeMutablePointer<NumberedPlurals>.allocate(
      capacity: max(plan.codes.count, 1))
    for (position, code) in plan.codes.enumerated() {
      guard let rule = forms.numbers(format == .ios ? plan.language ?? "" : code) else {
        continue
      }
      (numbers + position).initialize(to: rule)
    }
    return numbers
  }

  /// Whether a first attempt can follow these options at all.
  private static func isDirect(_ options: TranslatorOptions, _ codes: [Text]) -> Bool {
    guard options.postProcess.isEmpty, !options.returnDetails else { return false }
    if options.format == .v1, options.fallbackNS.count > 1 || !options.defaultVariables.isEmpty {
      return false
    }
    if !options.format.isModern, !options.returnEmptyString || options.showKeyIfEmpty {
      return false
    }
    return !codes.contains { $0.count == 6 && $0.lowercasedASCII().equals("cimode") }
  }
}
