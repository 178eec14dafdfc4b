import CalqueBase
import CalqueCatalog
import CalqueLocale
import CalqueTemplate

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
  private let fixedFrame: UnsafeMutablePointer<Frame>?
  private let core: UnsafeMutablePointer<ChainCore>
  /// Chains of other languages and namespaces.
  let others: ChainCache
  /// Default texts of calls.
  let defaults: DefaultTexts

  /// The languages and namespaces that a chain is made for.
  struct Plan {
    let codes: [Text]
    let own: [Text]
    /// A reference is looked up in the same languages as the text it stands in. It is not when no
    /// language is selected: the reference then counts on the language of the text.
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
    others = ChainCache(capacity: plan.isMerged ? 256 : 32)
    // i18next 1.x falls back to other namespaces form by form.
    let isOwnAlone = options.format == .v1 && !plan.isMerged
    namespaces = isOwnAlone ? plan.own : Self.namespaces(plan.own, options)
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
    let fixed = plan.fixed.isEmpty ? nil : ArgumentList(plan.fixed)
    self.fixed = fixed
    fixedFrame = fixed.map { list in
      let frame = UnsafeMutablePointer<Frame>.allocate(capacity: 1)
      frame.initialize(to: Frame(shared: list))
      return frame
    }
    core = .allocate(capacity: 1)
    let isObserved = Mistakes.areTold(options, host)
    let asksHost =
      !traits.isModern || host.escape != nil || host.missingInterpolation != nil || isObserved
      || options.interpolation.alwaysFormat || plan.hasFormatters
    core.initialize(
      to: ChainCore(
        table: catalogs.table, skips: skips, layers: layers,
        layerCount: UInt32(truncatingIfNeeded: found.bases.count),
        hasChanges: !found.changes.isEmpty,
        codeCount: codes.count, numbers: numbers.map { UnsafePointer($0) }, isMerged: isMerged,
        isDirect: isDirect, isModern: traits.isModern,
        pluralFallback: options.pluralFallback,
        asksForEscape: traits.isModern && host.escape != nil,
        asksForMissing: host.missingInterpolation != nil || isObserved,
        asksForFormat: options.interpolation.alwaysFormat,
        variables: traits.variables.all,
        hasFormatters: plan.hasFormatters || isObserved,
        hasPostProcessors: !options.postProcess.isEmpty,
        returnsDetails: options.returnDetails, isCompiled: isCompiled,
        findsFlat: options.ignoreJSONStructure,
        hasDottedNamespaces: options.dottedNamespaces, delimiters: traits.delimiters,
        followsReferences: plan.followsReferences,
        showsMissing: isDirect && damaged == nil && traits.showsMissing,
        telling: traits.telling, specialInTexts: traits.rendered, separators: suffixes.separators,
        marks: suffixes.marks,
        language: suffixes.language,
        ownNamespace: Bytes(
          start: ownName.start.assumingMemoryBound(to: UInt8.self), count: ownName.count),
        hasSplitKeys: traits.hasSplitKeys(all),
        rules: UnsafePointer(traits.rules), cardinal: UnsafePointer(suffixes.cardinal),
        ordinal: UnsafePointer(suffixes.ordinal), plural: UnsafePointer(suffixes.plural),
        numbered: UnsafePointer(suffixes.numbered),
        contextSeparator: suffixes.contextSeparator, hasCounts: options.multipleCounts,
        choosing: OptionName.choosing(options), rendering: OptionName.rendering(options),
        refersByHash: isCompiled && all.count <= CatalogChain.mostCatalogs
          && plan.followsReferences && !asksHost,
        hasList: plan.hasList,
        isDamaged: damaged != nil,
        asksHost: asksHost,
        savesMissing: options.saveMissing, joinArrays: suffixes.joinArrays,
        updatesMissing: options.updateMissing,
        limits: options.limits, mostCost: max(options.limits.maxOutput, 1 << 20) &* 8,
        fixed: fixedFrame.map { UnsafePointer($0) },
        chain: Unmanaged.passUnretained(self), snapshot: snapshot))
  }

  deinit {
    layers.deallocate()
    numbers?.deallocate()
    core.deallocate()
    fixedFrame?.deallocate()
  }

  /// For calls, as long as the chain lives.
  package var reader: ChainReader { ChainReader(core: core) }

  /// Said once, by the snapshot that the chain belongs to.
  func belongs(to snapshot: Snapshot) {
    core.pointee.snapshot = Unmanaged.passUnretained(snapshot)
  }

  // MARK: Other languages and namespaces

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
        hasList: list != nil || core.pointee.hasList && lng == nil,
        language: snapshot.options.format == .ios ? lng ?? snapshot.language : snapshot.language,
        hasFormatters: snapshot.parts.hasFormatters)
      let chain = Chain(plan, in: snapshot, earlier: self)
      if let damaged = chain.damaged { _ = snapshot.catalog(damaged.lng, damaged.ns) }
      return chain
    }
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

  /// Whether the options ask for no more than texts that are looked up by hash.
  private static func isDirect(_ options: TranslatorOptions, _ codes: [Text]) -> Bool {
    guard options.postProcess.isEmpty, !options.returnDetails else { return false }
    if options.format == .v1, options.fallbackNS.count > 1 || !options.defaultVariables.isEmpty {
      return false
    }
    if !options.format.isModern,
      !options.returnEmptyString || options.showKeyIfEmpty || dividesForms(options)
    {
      return false
    }
    return !codes.contains { $0.count == 6 && $0.lowercasedASCII().equals("cimode") }
  }

  /// Whether a separator shares a byte with the suffixes of plural forms: formats v1 and ios split a
  /// key with its suffix as they split any key.
  private static func dividesForms(_ options: TranslatorOptions) -> Bool {
    let suffix = PluralForms(options).numbered.bytes + Array("0123456789".utf8)
    let separators = [options.nsSeparator ?? "", options.keySeparator ?? ""]
    return separators.contains { $0.bytes.contains { suffix.contains($0) } }
  }
}
