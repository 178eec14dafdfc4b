import CalqueBase
import CalqueCatalog
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
  private let plurals: UnsafeMutablePointer<PluralRules>
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
  }

  /// - Parameter earlier: a chain whose table is used again if its catalogs are the same.
  init(
    _ plan: Plan, _ options: TranslatorOptions, _ store: Store, _ traits: ChainTraits,
    earlier: Chain?
  ) {
    codes = plan.codes
    own = plan.own
    others = ChainCache(capacity: plan.isMerged ? 256 : 32)
    // i18next 1.x falls back to other namespaces form by form.
    let isOwnAlone = options.format == .v1 && !plan.isMerged
    namespaces = isOwnAlone ? plan.own : Self.namespaces(plan.own, options)
    let found = ChainCatalogs(plan.codes, namespaces, in: store)
    damaged = found.damaged
    self.traits = traits
    defaults = DefaultTexts(traits.schema)
    let all = found.all
    var core = traits.core
    core.isCompiled = all.allSatisfy { $0.schema == traits.schema }
    let isHashed = core.isCompiled && all.count <= CatalogChain.mostCatalogs
    core.isDirect =
      core.isDirect && isHashed
      && !(codes + [plan.language].compactMap { $0 }).contains { $0.isCIMode }
    // Making a table over all would cost more than a change may.
    core.isMerged =
      core.isDirect && found.changes.isEmpty && (plan.isMerged || all.count == 1)
    catalogs = Self.catalogs(all, core.skips, isMerged: core.isMerged, earlier)
    layers = found.layers(of: catalogs)
    plurals = .allocate(capacity: codes.count + 1)
    for (position, code) in (codes + [""]).enumerated() {
      // i18next-ios takes the rules of the requested language for all.
      let lng = options.format == .ios ? plan.language ?? "" : code
      (plurals + position).initialize(to: traits.forms.rules(lng))
    }
    let fixed = plan.fixed.isEmpty ? nil : ArgumentList(plan.fixed)
    self.fixed = fixed
    fixedFrame = fixed.map { list in
      let frame = UnsafeMutablePointer<Frame>.allocate(capacity: 1)
      frame.initialize(to: Frame(shared: list))
      return frame
    }
    core.table = catalogs.table
    core.layers = UnsafePointer(layers)
    core.layerCount = UInt32(truncatingIfNeeded: found.bases.count)
    core.codeCount = codes.count
    core.plurals = UnsafePointer(plurals)
    core.hasChanges = !found.changes.isEmpty
    core.followsReferences = plan.followsReferences
    core.refersByHash = isHashed && plan.followsReferences && !core.asksHost
    core.isDamaged = damaged != nil
    core.showsMissing = core.showsMissing && core.isDirect && damaged == nil
    if own.count == 1 { core.ownNamespace = own[0].bytes.withUnsafeBufferPointer { $0 } }
    core.hasSplitKeys = traits.hasSplitKeys(all)
    core.hasList = plan.hasList
    core.fixed = fixedFrame.map { UnsafePointer($0) }
    self.core = .allocate(capacity: 1)
    self.core.initialize(to: core)
    self.core.pointee.owners.chain = .passUnretained(self)
  }

  deinit {
    layers.deallocate()
    plurals.deallocate()
    core.deallocate()
    fixedFrame?.deallocate()
  }

  /// Plural suffixes, and the rules of each language.
  var forms: PluralForms { traits.forms }

  /// For calls, as long as the chain lives.
  package var reader: ChainReader { ChainReader(core: core) }

  /// Said once, by the snapshot that the chain belongs to.
  func belongs(to snapshot: Snapshot) {
    core.pointee.owners.snapshot = .passUnretained(snapshot)
  }

  // MARK: Other languages and namespaces

  /// A chain for the options of a call or a view, which nothing keeps.
  ///
  /// - Parameters:
  ///   - list: languages instead of `lng`, without fallbacks.
  ///   - fallback: `fallbackLng` of the call.
  ///   - fixed: the options of a view.
  func derived(
    lng: Text?, own: [Text]?, list: [Text]? = nil, fallback: FallbackLanguages? = nil,
    fixed: Members? = nil
  ) -> Chain {
    core.pointee.snapshot._withUnsafeGuaranteedRef { snapshot in
      var languages = list ?? codes
      if list == nil, lng != nil || fallback != nil {
        languages = snapshot.chain.hierarchy(lng ?? snapshot.language, fallback: fallback)
      }
      let plan = Plan(
        codes: languages, own: own ?? self.own,
        followsReferences: core.pointee.followsReferences || lng != nil
          || fixed != nil && list != nil,
        fixed: fixed ?? Members(), isMerged: fixed != nil,
        hasList: list != nil || core.pointee.hasList && lng == nil,
        language: snapshot.options.format == .ios ? lng ?? snapshot.language : snapshot.language)
      let chain = Chain(plan, snapshot.options, snapshot.store, traits, earlier: self)
      chain.belongs(to: snapshot)
      if fixed == nil, let damaged = chain.damaged { _ = snapshot.catalog(damaged.lng, damaged.ns) }
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
}
