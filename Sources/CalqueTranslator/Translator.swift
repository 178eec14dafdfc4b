package import CalqueBase
import CalqueCatalog
import CalqueJSON
package import CalqueLoading
import CalqueTemplate
package import CalqueTransport

/// A set of catalogs with a current language and fallbacks.
///
/// Safe from any thread. Readers use the snapshot of the moment and never wait; changes are made one
/// at a time, over all translators that share resources.
package final class Translator: Sendable {
  let state: TranslatorState
  /// Brings resources; idle without sources.
  package let loader: Loader
  let initialization = Initialization()
  private let missingKeys: MissingKeys?

  /// - Parameters:
  ///   - given: init options in the names of the format, resources among them.
  ///   - services: what loading uses; nil for the system's clock and no network.
  /// - Throws: `invalidOption` and `invalidType` with the path, `limitExceeded`.
  package convenience init(
    format: TranslatorFormat, given: Members, host: HostCallbacks, services: Services? = nil
  ) throws(Diagnostic) {
    let options = try Self.options(format, given, host)
    var store = Store()
    if let resources = try options.resources(in: given) {
      try store.add(resources, options: options)
    }
    let parts = SnapshotParts(
      options: options, store: store, language: nil,
      languages: LanguageChain(options: options, host: host).hierarchy(nil, fallback: nil),
      host: host, formatters: TextTable(),
      postProcessors: TextTable(), events: EventHub(), scope: nil)
    self.init(parts, group: TranslatorGroup(store), services: services ?? .standard)
    if options.format == .ios {
      // i18next-ios reports the first language of the chain as its language.
      state.setLanguage(snapshot.chain.hierarchy(options.lng, fallback: nil).first)
    } else if let lng = options.lng ?? firstFallback() {
      setLanguage(lng)
    }
    if options.isLoadable {
      if options.loading.readsLocalAtOnce { loader.loadLocal(state.wanted()) }
    } else {
      initialization.tell(state) { $0() }
    }
  }

  init(_ parts: SnapshotParts, group: TranslatorGroup, services: Services) {
    var parts = parts
    let events = EventHub()
    parts.events = events
    let worker = Worker()
    missingKeys = Self.missingKeys(parts, services, worker)
    parts.missingKeys = missingKeys
    state = TranslatorState(published: Published(Snapshot(parts)), group: group, events: events)
    loader = Loader(parts.options.loading, services, state.hooks(services.dispatch), on: worker)
    group.join(self)
  }

  /// nil when no option says that missing keys are to be posted, and where.
  private static func missingKeys(
    _ parts: SnapshotParts, _ services: Services, _ worker: Worker
  ) -> MissingKeys? {
    let options = parts.options.loading
    guard parts.options.saveMissing, let addPath = options.addPath else { return nil }
    return MissingKeys(addPath, options, services, worker) { [host = parts.host] line in
      services.dispatch { host.log?(line) }
    }
  }

  deinit {
    if let missingKeys, !missingKeys.isIdle {
      _ = missingKeys.flush(within: snapshot.options.loading.flushTimeout)
    }
    loader.close()
    group.leave(self)
  }

  var published: Published<Snapshot> { state.published }

  var group: TranslatorGroup { state.group }

  package var events: EventHub { state.events }

  package var format: TranslatorFormat { snapshot.options.format }

  /// The state of this moment.
  package var snapshot: Snapshot { state.snapshot }

  /// Options as given, where the host may stand in for some.
  private static func options(
    _ format: TranslatorFormat, _ given: Members, _ host: HostCallbacks
  ) throws(Diagnostic) -> TranslatorOptions {
    var options = try TranslatorOptions(format: format, given: given)
    options.askForFallbacks(host, given: given)
    return options
  }

  /// Without a language, modern i18next takes the first fallback, unless that is `dev`.
  private func firstFallback() -> Text? {
    let snapshot = snapshot
    guard snapshot.options.format.isModern else { return nil }
    let first = snapshot.chain.fallbacks(nil, for: nil).first
    return first?.equals("dev") ?? true ? nil : first
  }

  /// Changes the language without loading anything.
  private func setLanguage(_ lng: Text) {
    if let change = state.beginLanguage([lng]) { state.endLanguage(change) }
  }

  // MARK: Changing

  func change(_ body: (inout SnapshotParts) -> Void) { state.change(body) }

  package func setDefaultNamespaces(_ namespaces: [Text]) {
    change { $0.options.defaultNS = namespaces }
  }

  package func setFormatter(_ name: Text, _ formatter: HostCallbacks.Formatter?) {
    change { $0.formatters[name.lowercasedASCII().trimmed()] = formatter }
  }

  package func setPostProcessor(_ name: Text, _ processor: HostCallbacks.PostProcessor?) {
    change { $0.postProcessors[name] = processor }
  }

  /// A translator over the same resources with options laid over this one's.
  package func clone(_ given: Members) throws(Diagnostic) -> Translator {
    let snapshot = snapshot
    let merged = snapshot.options.given.merging(given)
    var parts = snapshot.parts
    parts.options = try Self.options(snapshot.options.format, merged, snapshot.host)
    let forks = given["forkResourceStore"]?.isTruthy ?? false
    parts.options.hasResources = parts.options.hasResources || snapshot.options.hasResources
    let clone = Translator(
      parts, group: forks ? TranslatorGroup(parts.store) : group, services: loader.services)
    let name: Text = snapshot.options.format == .ios ? "lang" : "lng"
    if let lng = given[name]?.text, !lng.isEmpty { clone.setLanguage(lng) }
    return clone
  }
}
