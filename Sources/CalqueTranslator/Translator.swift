package import CalqueBase
import CalqueCatalog
import CalqueJSON
import CalqueTemplate

/// A set of catalogs with a current language and fallbacks.
///
/// Safe from any thread. Readers use the snapshot of the moment and never wait; changes are made one
/// at a time, over all translators that share resources.
package final class Translator: Sendable {
  let published: Published<Snapshot>
  let group: TranslatorGroup
  package let events = EventHub()

  /// - Parameter given: init options in the names of the format, resources among them.
  /// - Throws: `invalidOption` and `invalidType` with the path, `limitExceeded`.
  package convenience init(
    format: TranslatorFormat, given: Members, host: HostCallbacks
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
    self.init(parts, group: TranslatorGroup(store))
    if options.format == .ios {
      // i18next-ios reports the first language of the chain as its language.
      setLanguage(snapshot.chain.hierarchy(options.lng, fallback: nil).first)
    } else if let lng = options.lng ?? firstFallback() {
      changeLanguage(to: [lng])
    }
    events.emit("initialized", [.object(options.given)])
  }

  init(_ parts: SnapshotParts, group: TranslatorGroup) {
    var parts = parts
    parts.events = events
    published = Published(Snapshot(parts))
    self.group = group
    group.join(self)
  }

  deinit { group.leave(self) }

  package var format: TranslatorFormat { snapshot.options.format }

  /// The state of this moment.
  package var snapshot: Snapshot { published.load() }

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

  // MARK: Changing

  /// Publishes a changed state. Readers under way end on the one they began with.
  func change(_ body: (inout SnapshotParts) -> Void) {
    group.change { store in
      var parts = snapshot.parts
      parts.store = store
      body(&parts)
      published.exchange(for: Snapshot(parts))
    }
    published.reclaim()
  }

  /// Changes the language to the best match among the codes.
  package func changeLanguage(to codes: [Text]) {
    let snapshot = snapshot
    let wanted: Value = codes.count == 1 ? .text(codes[0]) : .array(codes.map { .text($0) })
    events.emit("languageChanging", [wanted])
    guard let lng = match(codes, in: snapshot) else { return }
    setLanguage(lng)
    events.emit("languageChanged", [.text(lng)])
  }

  private func setLanguage(_ lng: Text?) {
    let languages = snapshot.chain.hierarchy(lng, fallback: nil)
    change { parts in
      parts.language = lng
      parts.languages = languages
    }
  }

  private func match(_ codes: [Text], in snapshot: Snapshot) -> Text? {
    guard let first = codes.first else { return nil }
    switch snapshot.options.format {
    case .ios: return snapshot.chain.hierarchy(first, fallback: nil).first
    case .v1: return snapshot.chain.hierarchy(first, fallback: nil).first ?? first
    default:
      return snapshot.store.hasTranslations(first) ? first : snapshot.chain.bestMatch(codes)
    }
  }

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
    let clone = Translator(parts, group: forks ? TranslatorGroup(parts.store) : group)
    let name: Text = snapshot.options.format == .ios ? "lang" : "lng"
    if let lng = given[name]?.text, !lng.isEmpty { clone.changeLanguage(to: [lng]) }
    return clone
  }
}
