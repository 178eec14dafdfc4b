import CalqueBase
import CalqueCatalog
import CalqueLoading
import CalqueTransport
import struct Synchronization.Atomic

/// The parts of a translator that loading holds on to, so that the translator itself can go.
final class TranslatorState: Sendable {
  let published: AtomicSnapshot<Snapshot>
  let group: Mutex<TranslatorGroup>
  let events: EventHub
  /// Counts the changes of language: when several wait for resources, the last one counts.
  private let languageChanges = Atomic<UInt64>(0)
  private let isInitialized = Atomic(false)

  init(_ snapshot: Snapshot, _ group: Mutex<TranslatorGroup>) {
    (published, events) = (AtomicSnapshot(snapshot), snapshot.parts.events)
    self.group = group
  }

  var snapshot: Snapshot { published.load() }

  /// Publishes a changed snapshot, and raises `changed`. Calls under way end on the one that they
  /// began with.
  func change(
    telling dispatch: Services.Dispatch = { $0() }, _ body: (inout SnapshotParts) -> Void
  ) {
    group.withLock { publish($0.store, body) }
    tellChange(dispatch)
  }

  /// Changes the resources for every translator of the group, and raises `changed` in each. When
  /// `body` throws, nothing has changed.
  ///
  /// - Parameter change: made to the state of this translator together with it.
  @inline(never)
  func changeStore(
    telling dispatch: Services.Dispatch = { $0() },
    with change: (inout SnapshotParts) -> Void = { _ in },
    _ body: (inout Store, TranslatorOptions) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    let changed = try group.withLock { (group) throws(Diagnostic) -> [TranslatorState] in
      var store = group.store
      try body(&store, snapshot.options)
      group.store = store
      for translator in group.translators {
        translator.publish(store) { if translator === self { change(&$0) } }
      }
      return group.translators
    }
    for translator in changed { translator.tellChange(dispatch) }
  }

  /// Publishes a changed snapshot while the lock of the group is held.
  @inline(never)
  private func publish(_ store: Store, _ change: (inout SnapshotParts) -> Void) {
    let old = snapshot
    var parts = old.parts
    parts.store = store
    change(&parts)
    published.exchange(for: Snapshot(parts, earlier: old.scope))
  }

  private func tellChange(_ dispatch: Services.Dispatch) {
    published.reclaim()
    if events.isHeard("changed") { dispatch { [events] in events.emit("changed", []) } }
  }

  // MARK: Languages

  /// Tells that the language is about to change.
  ///
  /// - Returns: the language with the number of the change; nil when there is none to change to.
  func beginLanguage(_ codes: [Text]) -> (lng: Text, number: UInt64)? {
    events.emit("languageChanging", [.oneOrMore(codes)])
    let snapshot = snapshot
    guard let lng = snapshot.options.match(codes, with: snapshot.store) else { return nil }
    return (lng, languageChanges.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue)
  }

  /// Changes the language and raises the event, unless another change has begun since.
  func endLanguage(
    _ change: (lng: Text, number: UInt64), _ dispatch: Services.Dispatch = { $0() }
  ) {
    // This may ask the host, which may begin another one.
    let languages = snapshot.options.hierarchy(change.lng)
    let isLast = group.withLock { group in
      let isLast = languageChanges.load(ordering: .sequentiallyConsistent) == change.number
      if isLast { publish(group.store) { ($0.language, $0.languages) = (change.lng, languages) } }
      return isLast
    }
    guard isLast else { return }
    tellChange(dispatch)
    dispatch { [events] in events.emit("languageChanged", [.text(change.lng)]) }
  }

  // MARK: Mistakes

  /// Warns of a catalog that was written for another format and, with `debug`, of one whose language
  /// is looked up under other codes; once for each.
  func tellMistakes(_ lng: Text, _ ns: Text, _ dispatch: Services.Dispatch = { $0() }) {
    let snapshot = snapshot
    let options = snapshot.options
    guard let warnings = snapshot.parts.warnings else { return }
    func tell(_ what: Text) { dispatch { warnings.tell("the catalog \(lng).\(ns) is \(what)") } }
    if options.debug, let remark = options.remark(on: lng) { tell(remark) }
    if let tree = snapshot.store.catalog(lng, ns)?.root.value.object,
      let plural = options.foreignPlural(in: tree)
    {
      tell("not of format \(options.format.name): \(plural)")
    }
  }

  // MARK: Loading

  /// Raises the event `initialized` once: when a translator is created, or when its first load ends.
  func tellInitialized(_ dispatch: Services.Dispatch) {
    if isInitialized.exchange(true, ordering: .sequentiallyConsistent) { return }
    dispatch { [self] in events.emit("initialized", [.object(snapshot.options.given)]) }
  }

  /// A request for the files that a language, its fallbacks and `preload` need.
  ///
  /// - Parameter lng: nil for the current one.
  func wanted(for lng: Text? = nil) -> LoadRequest {
    let snapshot = snapshot
    var languages = lng.map { snapshot.options.hierarchy($0) } ?? snapshot.languages
    for code in snapshot.names.preload {
      languages += snapshot.options.hierarchy(code)
    }
    languages.removeAll { $0.isCIMode }
    return LoadRequest(languages: languages, namespaces: snapshot.names.ns)
  }

  /// Puts loaded files in place, all at once.
  ///
  /// - Returns: for each why it was refused; nil for those that are in place.
  func place(_ files: [LoadedFile], _ dispatch: Services.Dispatch) -> [Diagnostic?] {
    var refusals: [Diagnostic?] = []
    try? changeStore(telling: dispatch) { store, options in
      for file in files {
        do throws(Diagnostic) {
          let (lng, ns) = (file.name.lng, file.name.ns)
          let old = file.replaces ? nil : store.catalog(lng, ns)?.root.value.object
          try store.put(TreeMerge.merged(file.tree, over: old ?? Members()), lng, ns, options)
          refusals.append(nil)
        } catch {
          refusals.append(error)
        }
      }
    }
    for file in files { tellMistakes(file.name.lng, file.name.ns, dispatch) }
    return refusals
  }

  /// Functions of the translator that loading calls.
  func hooks(_ dispatch: @escaping Services.Dispatch) -> LoadingHooks {
    LoadingHooks(
      has: { [self] name in snapshot.store.has(name.lng, name.ns) },
      apply: { [self] files in place(files, dispatch) },
      levels: { [self] lng in snapshot.options.levels(of: lng) },
      remark: { [self] lng in snapshot.options.remark(on: lng) },
      current: { [self] in wanted() },
      emit: { [events] name, arguments in dispatch { events.emit(name, arguments) } },
      log: { [host = snapshot.host] message in dispatch { host.log?(message.onOneLine) } })
  }
}

/// Translators that share resources. Its lock orders all changes among them.
struct TranslatorGroup {
  var store: Store
  /// They leave when they end: none can be freed, and so leave, under the lock.
  var translators: [TranslatorState] = []
}
