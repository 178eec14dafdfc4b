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
  let traits: ChainTraits
  private let fixed: ArgumentList?
  private let core: UnsafeMutablePointer<ChainCore>
  /// Chains of other languages and namespaces.
  let others: ChainCache
  /// Default texts of calls.
  let defaults: DefaultTexts

  /// - Parameters:
  ///   - language: the current one; in format ios the one that a view chooses.
  ///   - followsReferences: a reference is looked up in the same languages as the text it stands in. It
  ///     is not when no language is selected: the reference then counts on the language of the text.
  ///   - given: options that every call has; nil for a chain of a call. For what many calls are made on,
  ///     one table is made over all catalogs.
  ///   - earlier: a chain whose table is used again if its catalogs are the same.
  init(
    _ codes: [Text], _ own: [Text], language: Text?, followsReferences: Bool,
    hasList: Bool = false, fixed given: Members?, _ parts: SnapshotParts, _ traits: ChainTraits,
    earlier: Chain?
  ) {
    let options = parts.options
    self.codes = codes
    self.own = own
    others = ChainCache(capacity: given != nil ? 256 : 32)
    // i18next 1.x falls back to other namespaces form by form.
    namespaces =
      options.format == .v1 && given == nil ? own : parts.namespaces(behind: own)
    let found = ChainCatalogs(codes, namespaces, in: parts.store)
    damaged = found.damaged
    self.traits = traits
    defaults = DefaultTexts(traits.schema)
    let all = found.all
    let isCompiled = all.allSatisfy { $0.schema == traits.schema }
    let isHashed = isCompiled && all.count <= CatalogChain.mostCatalogs
    let isCIMode = language?.isCIMode ?? false || codes.contains { $0.isCIMode }
    let isDirect = traits.core.isDirect && isHashed && !isCIMode
    // Making a table over all would cost more than a change may.
    let hasChanges = all.count > found.layers.count
    let isMerged = isDirect && !hasChanges && (given != nil || all.count == 1)
    let skips = traits.core.skips
    if isMerged, let earlier, earlier.core.pointee.isMerged, earlier.catalogs.serves(all, skips) {
      catalogs = earlier.catalogs
    } else {
      catalogs = CatalogChain(all, skips, isMerged: isMerged)
    }
    let layers = UnsafeMutablePointer<Layer>.allocate(capacity: found.layers.count + 1)
    layers.initialize(from: found.layers, count: found.layers.count)
    let plurals = UnsafeMutablePointer<PluralRules>.allocate(capacity: codes.count + 1)
    for (position, code) in (codes + [""]).enumerated() {
      // i18next-ios takes the rules of the requested language for all.
      let lng = options.format == .ios ? language ?? "" : code
      (plurals + position).initialize(to: traits.forms.rules(lng))
    }
    fixed = given.flatMap { $0.isEmpty ? nil : ArgumentList($0) }
    core = .allocate(capacity: 1)
    core.initialize(to: traits.core)
    core.pointee.table = catalogs.table
    core.pointee.layers = UnsafePointer(layers)
    core.pointee.layerCount = UInt32(truncatingIfNeeded: found.layers.count)
    core.pointee.codeCount = codes.count
    core.pointee.plurals = UnsafePointer(plurals)
    core.pointee.isCompiled = isCompiled
    core.pointee.isDirect = isDirect
    core.pointee.hasChanges = hasChanges
    core.pointee.isMerged = isMerged
    core.pointee.followsReferences = followsReferences
    core.pointee.refersByHash = isHashed && followsReferences && !traits.core.asksHost
    core.pointee.showsMissing = traits.core.showsMissing && isDirect && damaged == nil
    if own.count == 1 { core.pointee.ownNamespace = own[0].bytes.withUnsafeBufferPointer { $0 } }
    if let splitting = traits.core.separators.ns?.first {
      core.pointee.hasSplitKeys = all.contains { $0.keyBytes.contains(splitting) }
    }
    core.pointee.hasList = hasList
    if let fixed {
      let frame = UnsafeMutablePointer<Frame>.allocate(capacity: 1)
      frame.initialize(to: Frame(shared: fixed, standsIn: options.format.isModern))
      core.pointee.fixed = UnsafePointer(frame)
    }
    core.pointee.owners.chain = .passUnretained(self)
  }

  deinit {
    core.pointee.layers.deallocate()
    core.pointee.plurals.deallocate()
    core.pointee.fixed?.deallocate()
    core.deallocate()
  }

  /// For calls, as long as the chain lives.
  package var reader: ChainReader { ChainReader(core) }

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
        languages = snapshot.options.hierarchy(lng ?? snapshot.language, fallback: fallback)
      }
      let chain = Chain(
        languages, own ?? self.own,
        language: snapshot.options.format == .ios ? lng ?? snapshot.language : snapshot.language,
        followsReferences: core.pointee.followsReferences || lng != nil
          || fixed != nil && list != nil,
        hasList: list != nil || core.pointee.hasList && lng == nil,
        fixed: fixed, snapshot.parts, traits, earlier: self)
      chain.belongs(to: snapshot)
      if fixed == nil, let damaged = chain.damaged {
        _ = snapshot.stored(damaged.lng, damaged.ns, telling: snapshot.host.log)
      }
      return chain
    }
  }
}
