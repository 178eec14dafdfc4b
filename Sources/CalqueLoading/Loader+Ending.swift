import CalqueBase
import CalqueTransport

/// Ending a load: putting files in place, caching, reporting.
extension Loader {
  func concludeIfReady(_ load: Load) {
    if !load.isOver, load.isReady { conclude(load) }
  }

  private func conclude(_ load: Load) {
    treatMissingRegionsAsAbsent(load)
    apply(load)
    for work in load.works where work.isApplied {
      work.report.remark = hooks.remark(work.name.lng) ?? ""
    }
    record(load)
    keep(load)
    let files = load.works.map { $0.report } + load.problems
    let report = LoadReport(status: status(load), files: files)
    tell(load)
    setReload()
    retryLater(load)
    finish(load, report)
  }

  /// Ends a load; nothing when it has ended.
  func finish(_ load: Load, _ report: LoadReport) {
    guard !load.isOver else { return }
    load.leave()
    let others = state.withLock { state in
      state.active = state.active.filter { $0 !== load }
      return state.active
    }
    if report.status != .cancelled { load.applied(report) }
    load.end(report)
    for other in others {
      other.awaited = other.awaited.filter { $0 != load.number }
      concludeIfReady(other)
    }
  }

  func tellProgress(_ load: Load) {
    let pending = load.requests.reduce(0) { $0 + ($1.isDone ? 0 : $1.works.count) }
    load.tell(done: load.works.count - pending, of: load.works.count)
  }

  // MARK: Regions

  /// A missing file counts as absent if another file stands in for it, as that of the language does
  /// for one of a region, which only holds differences.
  private func treatMissingRegionsAsAbsent(_ load: Load) {
    for work in load.works where work.isNotThere && work.cached == nil && work.bundle == nil {
      let levels = hooks.levels(work.name.lng)
      let standsIn = load.works.contains { other in
        other.name.ns == work.name.ns && other.report.outcome != .failed
          && other.name.lng != work.name.lng && levels.contains(other.name.lng)
      }
      guard standsIn else { continue }
      work.report.outcome = .absent
      work.report.failure = nil
    }
  }

  // MARK: Putting in place

  private func apply(_ load: Load) {
    var works: [FileWork] = []
    var loaded: [LoadedFile] = []
    for work in load.works {
      guard let file = file(of: work, replaces: load.request.replaces) else { continue }
      work.isApplied = true
      // A newer load has already put it in place.
      if putBy(work.name) > load.number { continue }
      works.append(work)
      loaded.append(file)
    }
    guard !loaded.isEmpty else { return }
    for (work, refusal) in zip(works, hooks.apply(loaded)) {
      guard let refusal else { continue }
      work.isApplied = false
      work.fail(refusal.with(detail: LoadDetail.invalidLangData))
      work.entry = nil
    }
  }

  /// The content to put in place; nil for none.
  private func file(of work: FileWork, replaces: Bool) -> LoadedFile? {
    if replaces {
      if let tree = work.replacement {
        return LoadedFile(name: work.name, tree: tree, replaces: true)
      }
      // A file that failed changes nothing that is there.
      if hasPlace(work.name) { return nil }
    }
    useCacheInstead(work)
    let isFailed = work.report.outcome == .failed || work.report.outcome == .stale
    return work.tree(withOutdated: isFailed || !asksServer).map {
      LoadedFile(name: work.name, tree: $0)
    }
  }

  func putBy(_ name: FileName) -> UInt64 {
    state.withLock { $0.files[name.key]?.number ?? 0 }
  }

  /// The cached copy stands in for a file that could not be loaded.
  private func useCacheInstead(_ work: FileWork) {
    guard work.report.outcome == .failed, work.cached != nil else { return }
    work.report.outcome = .stale
    work.report.source = .cache
  }

  private func record(_ load: Load) {
    state.withLock { state in
      for work in load.works {
        let file = state.files[work.name.key] ?? FileState()
        guard file.number <= load.number else { continue }
        (file.outcome, file.isLocal) = (outcome(work), false)
        if work.isApplied { file.number = load.number }
        if work.isKnown, let entry = work.entry {
          (file.validators, file.url) = (entry.validators, entry.url)
        }
        state.keep(file, of: work.name)
      }
    }
  }

  private func outcome(_ work: FileWork) -> FileState.Outcome {
    guard work.report.outcome == .failed else {
      return work.report.outcome == .absent ? .failedForGood : .loaded
    }
    switch work.report.failure?.code {
    case .timeout, .unreachable, .cancelled, .io: return .failed
    case .httpStatus where Response.isTemporary(status: work.report.httpStatus): return .failed
    default: return .failedForGood
    }
  }

  // MARK: Caching

  /// Writes what the network gave to the cache.
  private func keep(_ load: Load) {
    guard let cache, options.writesCache, asksServer else { return }
    var languages = TextTable<[FileWork]>()
    for work in load.works where work.isKnown && putBy(work.name) <= load.number {
      languages[work.name.lng, default: []].append(work)
    }
    guard !languages.isEmpty else { return }
    if !state.withLock({ exchange(&$0.isTidied, with: true) }) { cache.tidy() }
    for (lng, works) in zip(languages.keys, languages.values) {
      do throws(Diagnostic) {
        try cache.update(lng, works)
      } catch {
        load.problems.append(
          FileReport(
            lng: lng, ns: "", source: .cache, outcome: .failed, location: cache.path(lng),
            failure: error))
      }
    }
  }

  // MARK: Reporting

  private func status(_ load: Load) -> LoadStatus {
    let works = load.works
    let unchanged = works.filter { $0.report.outcome == .unchanged }
    if !works.isEmpty, unchanged.isEmpty, !works.contains(where: { $0.isApplied }) {
      return .failed
    }
    let isPart = works.contains { [.failed, .stale].contains($0.report.outcome) }
    if isPart || !load.problems.isEmpty { return .partial }
    return !works.isEmpty && unchanged.count == works.count ? .unchanged : .ok
  }

  private func tell(_ load: Load) {
    var loaded = Members()
    for work in load.works {
      let (lng, ns) = (work.name.lng, work.name.ns)
      if work.isApplied {
        var namespaces = loaded[lng]?.object ?? Members()
        namespaces[ns] = .bool(true)
        loaded[lng] = .object(namespaces)
      }
      if work.report.outcome == .failed, let failure = work.report.failure {
        hooks.emit("failedLoading", [.text(lng), .text(ns), .text(failure.message)])
      }
    }
    if !loaded.isEmpty { hooks.emit("loaded", [.object(loaded)]) }
  }

  /// Schedules the next reload.
  private func setReload() {
    guard options.reloadInterval > 0 else { return }
    let isSet = state.withLock { exchange(&$0.isReloadSet, with: true) }
    guard !isSet else { return }
    _ = worker.run(after: options.reloadInterval) { [self] in
      let isBusy = state.withLock { state in
        state.isReloadSet = false
        return !state.active.isEmpty
      }
      if isBusy { setReload() } else { startAgain() }
    }
  }
}
