package import CalqueBase
package import CalqueFormat
package import CalqueLoading
import CalqueTemplate
package import CalqueTransport

/// A set of catalogs with a current language and fallbacks.
///
/// Safe from any thread. Readers use the snapshot of the moment and never wait; changes are made one
/// at a time, over all translators that share resources.
package final class Translator: Sendable {
  let state: TranslatorState
  /// Of the state, here so that a call finds it at once.
  let published: AtomicSnapshot<Snapshot>
  private let currentLoader: Mutex<Loader>

  /// A translator of any format.
  package convenience init(
    format: TranslatorFormat, given: Members, host: HostCallbacks, services: Services = .standard
  ) throws(Diagnostic) {
    try self.init(
      format: format, FormatCode.of(format), given: given, host: host, services: services)
  }

  /// - Parameters:
  ///   - code: that of the format; nil for formats 2 to 4.
  ///   - given: init options in the names of the format, resources among them.
  ///   - services: what loading uses.
  /// - Throws: `invalidOption` and `invalidType` with the path, `limitExceeded`.
  package convenience init(
    format: TranslatorFormat, _ code: FormatCode?, given: Members, host: HostCallbacks,
    services: Services = .standard
  ) throws(Diagnostic) {
    let options = try TranslatorOptions(format: format, code, given: given, host: host)
    try options.checkTransport(services)
    let resources = try options.resources(in: given) ?? Members()
    self.init(options, try Store(resources, options), host, services)
  }

  /// A translator with the default options of a format.
  package convenience init(format: TranslatorFormat, host: HostCallbacks, services: Services) {
    // Reading options fails for wrong ones only, and here are none.
    let code = FormatCode.of(format)
    let read = try? TranslatorOptions(format: format, code, given: Members(), host: host)
    self.init(read ?? TranslatorOptions(format: format, code), Store(), host, services)
  }

  private convenience init(
    _ options: TranslatorOptions, _ store: Store, _ host: HostCallbacks, _ services: Services
  ) {
    let (language, languages) = options.languages(with: store)
    let parts = SnapshotParts(
      options: options, names: options.givenNames, store: store, language: language,
      languages: languages, host: host)
    self.init(parts, group: Mutex(TranslatorGroup(store: store)), services: services)
    for lng in store.languages {
      for ns in store.namespaces(of: lng) { state.tellMistakes(lng, ns) }
    }
    if options.isLoadable {
      if options.loading.readsLocalAtOnce { loader.loadLocal(state.wanted()) }
    } else {
      state.tellInitialized { $0() }
    }
  }

  private init(
    _ parts: SnapshotParts, group: Mutex<TranslatorGroup>, services: Services,
    earlier: Chain? = nil
  ) {
    var parts = parts
    parts.events = EventHub()
    let worker = Worker()
    parts.warnings = parts.host.log.map { Mistakes($0) }
    parts.missingKeys = Self.missingKeys(parts.options, parts.host, services, worker)
    // No change of the resources comes between the snapshot and joining the group.
    state = group.withLock { shared in
      parts.store = shared.store
      let state = TranslatorState(Snapshot(parts, earlier: earlier), group)
      shared.translators.append(state)
      return state
    }
    published = state.published
    currentLoader = Mutex(
      Loader(parts.options.loading, services, state.hooks(services.dispatch), on: worker))
  }

  /// nil when no option says that missing keys are to be posted, and where.
  private static func missingKeys(
    _ options: TranslatorOptions, _ host: HostCallbacks, _ services: Services, _ worker: Worker
  ) -> MissingKeys? {
    guard options.saveMissing, let addPath = options.loading.addPath else { return nil }
    return MissingKeys(addPath, options.loading, services, worker) { [host] line in
      services.dispatch { host.log?(line.onOneLine) }
    }
  }

  deinit {
    _ = flushMissingKeys(within: snapshot.options.loading.flushTimeout)
    loader.close()
    state.group.withLock { group in
      group.translators = group.translators.filter { $0 !== state }
    }
  }

  /// Brings resources; idle without sources.
  package var loader: Loader { currentLoader.withLock { $0 } }

  package var events: EventHub { state.events }

  package var format: TranslatorFormat { snapshot.options.format }

  /// The state of this moment.
  package var snapshot: Snapshot { state.snapshot }

  // MARK: Changing

  package func setDefaultNamespaces(_ namespaces: [Text]) {
    state.change { $0.names.defaultNS = namespaces }
  }

  package func setFormatter(_ name: Text, _ formatter: HostCallbacks.Formatter?) {
    state.change { $0.formatters[name.lowercasedASCII().trimmed()] = formatter }
  }

  /// - Parameter data: Nil for what the library and its catalogs carry.
  package func setLocaleData(_ data: LocaleData?) {
    state.change { $0.formats = $0.formats.replacing(with: data) }
  }

  package func setPostProcessor(_ name: Text, _ processor: HostCallbacks.PostProcessor?) {
    state.change { $0.postProcessors[name] = processor }
  }

  /// Replaces all options (`loadWithOptions`). Resources among them replace all existing resources;
  /// without any, the existing ones stay.
  ///
  /// Calls see the old state or the new one. Loads that are under way end as cancelled.
  ///
  /// - Throws: as `init`; nothing has changed then.
  package func setOptions(_ given: Members) throws(Diagnostic) {
    let (old, services) = (snapshot, loader.services)
    let options = try TranslatorOptions(
      format: format, old.options.code, given: given, host: old.host)
    try options.checkTransport(services)
    let resources = try options.resources(in: given)
    let store = try resources.map { tree throws(Diagnostic) in try Store(tree, options) }
    let (language, languages) = options.languages(with: store ?? old.store)
    let worker = Worker()
    let missingKeys = Self.missingKeys(options, old.host, services, worker)
    _ = flushMissingKeys(within: snapshot.options.loading.flushTimeout)
    func change(_ parts: inout SnapshotParts) {
      (parts.options, parts.missingKeys) = (options, missingKeys)
      (parts.language, parts.languages) = (language, languages)
    }
    try state.changeStore(with: change) { (current, former) throws(Diagnostic) in
      if let store {
        current = store
      } else if options.schema != former.schema {
        // Catalogs that are there are compiled anew.
        current = try Store(current.data.object ?? Members(), options)
      }
    }
    let newLoader = Loader(options.loading, services, state.hooks(services.dispatch), on: worker)
    currentLoader.exchange(newLoader).close()
    if let language, language != old.language { events.emit("languageChanged", [.text(language)]) }
    if options.isLoadable, options.loading.readsLocalAtOnce { newLoader.loadLocal(state.wanted()) }
  }

  /// A translator over the same resources with options laid over this one's.
  package func clone(_ given: Members) throws(Diagnostic) -> Translator {
    let snapshot = snapshot
    let merged = snapshot.options.given.merging(given)
    var parts = snapshot.parts
    parts.options = try TranslatorOptions(
      format: format, snapshot.options.code, given: merged, host: snapshot.host)
    let forks = given["forkResourceStore"]?.isTruthy ?? false
    parts.options.hasResources = parts.options.hasResources || snapshot.options.hasResources
    let clone = Translator(
      parts, group: forks ? Mutex(TranslatorGroup(store: parts.store)) : state.group,
      services: loader.services, earlier: snapshot.scope)
    let name: Text = snapshot.options.format == .ios ? "lang" : "lng"
    if let lng = given[name]?.text, !lng.isEmpty, let change = clone.state.beginLanguage([lng]) {
      clone.state.endLanguage(change)
    }
    return clone
  }
}
