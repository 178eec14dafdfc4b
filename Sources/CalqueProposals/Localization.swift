package import CalqueBase
import CalqueLocale
package import CalqueTransport

/// A change of a localization, reported after it is complete.
///
/// | name | when | argument |
/// |---|---|---|
/// | `languageChanged` | texts are shown in another language | its locale |
/// | `loaded` | tables came or went | |
/// | `proposalsListed` | the list was fetched for edit mode | its summary |
/// | `proposal` | a proposal reached the backend, or left it | a note for a transcript |
package typealias LocalizationEvent = (name: Text, arguments: [Value])

/// Texts by section and key in the current language, overridden by proposed values.
///
/// Safe from any thread. Readers use the state of the moment and never wait; changes are made one at
/// a time. Components and handlers are called through the dispatcher of the services, with no lock
/// held.
package final class Localization: Closable {
  let options: LocalizationOptions
  let services: Services
  let payload: Payload
  package let guid: Text
  let published: AtomicSnapshot<LocalizationState>
  /// The work under way. Held while the state changes.
  let work = ProcessMutex(BackendWork())
  private let bundles: Bundles
  let files: LocalizationFiles?
  let components = Components()
  private let subscriptions = Subscriptions<(LocalizationEvent) -> Void>()
  /// The revision of the proposed values on disk. Held while they are written, so that the newest
  /// are written last.
  let saved: Mutex<UInt64>
  let backend: Backend
  let worker = Worker()
  let requests: RequestQueue
  /// For the resources of updates: four at a time.
  let resourceRequests: RequestQueue

  /// - Throws: `io` when a guid has to be kept and cannot be.
  ///
  /// In automatic mode `start` is to be called once.
  package convenience init(
    _ options: LocalizationOptions, _ services: Services
  ) throws(Diagnostic) {
    // Calls that may fail come before there is an object: Embedded Swift does not free one whose
    // initializer throws.
    let payload = Payload(options.limits)
    let files = options.directory.map { LocalizationFiles($0, payload) }
    let known = options.backend.guid ?? files?.guid()
    let guid = known ?? Identity.random().text
    if known == nil { try files?.save(guid: guid) }
    let version = options.backend.appVersion
    if let files, let old = files.appVersion, AppVersion.isNewer(version, than: old) {
      // A newer version of the program may have other keys.
      try files.clear()
    }
    self.init(options, services, payload, files, guid)
  }

  private init(
    _ options: LocalizationOptions, _ services: Services, _ payload: Payload,
    _ files: LocalizationFiles?, _ guid: Text
  ) {
    self.options = options
    self.services = services
    self.payload = payload
    self.files = files
    self.guid = guid
    bundles = Bundles(options.bundles)
    var parts = LocalizationParts()
    parts.languageOverride = options.languageOverride
    parts.preferredLanguages = options.preferredLanguages
    parts.fallbackLocale = options.fallbackLocale
    parts.keyFallback = options.keyFallback
    files?.load(into: &parts)
    if options.persistsProposals { files?.loadProposals(of: guid, into: &parts) }
    saved = Mutex(parts.proposed.revision, isLong: true)
    backend = Backend(options.backend, guid, payload)
    requests = RequestQueue(services, on: worker)
    resourceRequests = RequestQueue(services, on: worker, width: 4)
    bundles.load(into: &parts, payload)
    published = AtomicSnapshot(LocalizationState(parts))
  }

  /// Completes each pending call as cancelled. Components and handlers are no longer called; values
  /// can still be looked up.
  package func close() {
    let calls = work.withLock { work in
      work.isClosed = true
      return work.calls
    }
    for call in calls { call.cancel() }
    pause(nil)
    components.removeAll()
    subscriptions.removeAll()
    setHook(nil)
  }

  /// The state of this moment.
  var state: LocalizationState { published.load() }

  // MARK: Changing

  /// Publishes changed parts, then notifies components and subscribers.
  ///
  /// - Parameter changed: the identifiers whose values may have changed; nil for all.
  func change<Result>(
    of changed: [ItemIdentifier]? = nil,
    _ body: (inout LocalizationParts, inout BackendWork) -> Result
  ) -> Result {
    let (result, old, new) = work.withLock { work in
      let old = state
      var parts = old.parts
      if work.isForked {
        parts.proposed.markTried(through: parts.proposed.lastNumber)
        work.isForked = false
      }
      let result = body(&parts, &work)
      bundles.load(into: &parts, payload)
      let new = LocalizationState(parts)
      published.exchange(for: new)
      return (result, old, new)
    }
    published.reclaim()
    let locale = new.currentLocale
    if let locale, changed == nil, locale != old.currentLocale {
      send("languageChanged", .text(locale))
    }
    show(changed)
    return result
  }

  func change<Result>(
    of changed: [ItemIdentifier]? = nil, _ body: (inout LocalizationParts) -> Result
  ) -> Result {
    change(of: changed) { parts, _ in body(&parts) }
  }

  /// Has components look for their values again.
  private func show(_ changed: [ItemIdentifier]?) {
    guard let changed else { return run(components.list(), isRepeated: false) }
    for identifier in changed { run(components.list(identifier), isRepeated: false) }
  }

  func run(_ components: [Component], isRepeated: Bool) {
    run(components.filter { $0.wantValue(isRepeated: isRepeated) })
  }

  /// Runs components where the host wants it.
  func run(_ components: [Component]) {
    guard !components.isEmpty else { return }
    services.dispatch { [self] in
      for component in components { component.run { self.find($0) } }
    }
  }

  func send(_ name: Text, _ arguments: Value...) {
    services.dispatch { [subscriptions] in subscriptions.each { $0((name, arguments)) } }
  }

  /// Calls `handler` after changes; see `Subscriptions`.
  package func subscribe(_ handler: @escaping (LocalizationEvent) -> Void) -> UInt64 {
    subscriptions.add(handler)
  }

  package func unsubscribe(_ number: UInt64) -> Bool { subscriptions.remove(number) }

  // MARK: Looking up

  /// The text of an identifier; nil when there is none anywhere.
  package func find(_ identifier: ItemIdentifier) -> Found? {
    published.read { $0.find(identifier) }
  }

  /// The text of an identifier as it is written; nil when there is none anywhere, or a part is empty.
  ///
  /// - Throws: `invalidArgument` when there are not two parts.
  package func find(_ text: Text) throws(Diagnostic) -> Found? {
    if let identifier = ItemIdentifier(written: text) { return find(identifier) }
    guard text.isEmpty || text.split(".").count == 2 else {
      throw Diagnostic(.invalidArgument, "an identifier is a section and a key: section.key")
    }
    return nil
  }

  /// All texts of a language as the backend would send them, section -> key -> text: of the locale
  /// itself, or of another one of its language; nil when there is no such table.
  package func texts(locale: Text) -> Value? {
    let parts = state.parts
    let (tag, tables) = (LanguageTag.comparable(locale), parts.tables + parts.bundled)
    let language = LanguageTag.languagePart(tag)
    let exact = tables.first { $0.tag == tag }
    return (exact ?? tables.first { LanguageTag.languagePart($0.tag) == language })?.data
  }
}
