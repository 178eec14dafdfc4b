import CalqueBase
import CalqueCatalog
import CalqueLoading

/// The parts of a translator that loading holds on to, so that the translator itself can go.
struct TranslatorState: Sendable {
  let published: AtomicSnapshot<Snapshot>
  let group: TranslatorGroup
  let events: EventHub
  /// Counts the changes of language: when several wait for resources, the last one counts.
  let languageChanges = Mutex<UInt64>(0)

  /// Runs what calls the host where the host wants it.
  typealias Dispatch = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  var snapshot: Snapshot { published.load() }

  /// Publishes a changed snapshot, and raises `changed`. Calls under way end on the one that they
  /// began with.
  func change(
    telling dispatch: Dispatch = { $0() }, _ body: (inout SnapshotParts) -> Void
  ) {
    group.change { store in
      var parts = snapshot.parts
      parts.store = store
      body(&parts)
      published.exchange(for: Snapshot(parts))
    }
    published.reclaim()
    dispatch { [events] in events.emit("changed", []) }
  }

  // MARK: Languages

  /// The language that codes resolve to; nil without codes.
  func match(_ codes: [Text]) -> Text? {
    let snapshot = snapshot
    return Self.match(codes, snapshot.chain, snapshot.store)
  }

  static func match(_ codes: [Text], _ chain: LanguageChain, _ store: Store) -> Text? {
    guard let first = codes.first else { return nil }
    switch chain.options.format {
    case .ios: return chain.hierarchy(first, fallback: nil).first
    case .v1: return chain.hierarchy(first, fallback: nil).first ?? first
    default: return store.hasTranslations(first) ? first : chain.bestMatch(codes)
    }
  }

  func setLanguage(_ lng: Text?, _ dispatch: Dispatch = { $0() }) {
    let languages = snapshot.chain.hierarchy(lng, fallback: nil)
    change(telling: dispatch) { parts in
      parts.language = lng
      parts.languages = languages
    }
  }

  /// Tells that the language is about to change.
  ///
  /// - Returns: the language with the number of the change; nil when there is none to change to.
  func beginLanguage(_ codes: [Text]) -> (lng: Text, number: UInt64)? {
    let wanted: Value = codes.count == 1 ? .text(codes[0]) : .array(codes.map { .text($0) })
    events.emit("languageChanging", [wanted])
    guard let lng = match(codes) else { return nil }
    let number = languageChanges.withLock { last in
      last &+= 1
      return last
    }
    return (lng, number)
  }

  /// Changes the language and raises the event, unless another change has begun since.
  func endLanguage(
    _ change: (lng: Text, number: UInt64), _ dispatch: Dispatch = { $0() }
  ) {
    guard languageChanges.withLock({ $0 }) == change.number else { return }
    setLanguage(change.lng, dispatch)
    dispatch { [events] in events.emit("languageChanged", [.text(change.lng)]) }
  }

  // MARK: Mistakes

  /// Warns of a catalog that was written for another format and, with `debug`, of one whose language
  /// is looked up under other codes; once for each.
  func tellMistakes(_ lng: Text, _ ns: Text, _ dispatch: Dispatch = { $0() }) {
    let snapshot = snapshot
    guard let warnings = snapshot.warnings else { return }
    if snapshot.options.debug, let remark = snapshot.chain.remark(on: lng) {
      dispatch { warnings.tell("the catalog " + lng + "." + ns + " is " + remark) }
    }
    guard let tree = snapshot.store.catalog(lng, ns)?.root.value.object,
      let line = ForeignCatalog.line(tree, lng, ns, snapshot.options)
    else { return }
    dispatch { warnings.tell(line) }
  }

  // MARK: Loading

  /// A request for the files that the current language, its fallbacks and `preload` need.
  func wanted() -> LoadRequest {
    let snapshot = snapshot
    return wanted(for: snapshot.languages, snapshot)
  }

  /// - Parameter chain: a language and its fallbacks.
  func wanted(for chain: [Text], _ snapshot: Snapshot) -> LoadRequest {
    var languages = chain
    for code in snapshot.options.preload {
      languages += snapshot.chain.hierarchy(code, fallback: nil)
    }
    languages.removeAll { $0.lowercasedASCII().equals("cimode") }
    return LoadRequest(languages: languages, namespaces: snapshot.options.ns)
  }

  /// Puts loaded files in place, all at once.
  ///
  /// - Returns: for each why it was refused; nil for those that are in place.
  func place(_ files: [LoadedFile], _ dispatch: Dispatch) -> [Diagnostic?] {
    let options = snapshot.options
    var refusals: [Diagnostic?] = []
    _ = try? group.changeStore(telling: dispatch) { store in
      for file in files {
        do throws(Diagnostic) {
          try store.merge(
            file.tree, file.name.lng, file.name.ns, replace: file.replaces, options: options)
          refusals.append(nil)
        } catch {
          refusals.append(error)
        }
      }
    }
    published.reclaim()
    for file in files { tellMistakes(file.name.lng, file.name.ns, dispatch) }
    return refusals
  }

  /// Functions of the translator that loading calls.
  func hooks(_ dispatch: @escaping Dispatch) -> LoadingHooks {
    let host = snapshot.host
    let events = events
    return LoadingHooks(
      has: { name in snapshot.store.has(name.lng, name.ns) },
      apply: { files in place(files, dispatch) },
      levels: { lng in snapshot.chain.levels(of: lng) },
      remark: { lng in snapshot.chain.remark(on: lng) },
      current: { wanted() },
      emit: { name, arguments in dispatch { events.emit(name, arguments) } },
      log: { message in dispatch { host.log?(message.onOneLine) } })
  }
}

extension TranslatorOptions {
  /// Whether there is something to load from, and resources that were passed in do not stand for all.
  var isLoadable: Bool { loading.hasSources && (!hasResources || partialBundledLanguages) }
}
