import CalqueBase
import CalqueTransport

/// Ending a load: putting files in place, caching, reporting.
extension Loader {
  func concludeIfReady(_ load: Load) {
    if !load.isOver, load.isReady { conclude(load) }
  }

  private func conclude(_ load: Load) {
    excuseRegions(load)
    let isApplied = apply(load)
    for place in load.works.indices where isApplied[place] {
      load.works[place].report.remark = hooks.remark(load.works[place].name.lng) ?? ""
    }
    note(load, isApplied)
    keep(load)
    let files = load.works.map { $0.report } + load.problems
    let report = LoadReport(status: status(load, isApplied), files: files)
    tell(load, isApplied)
    setReload()
    retryLater(load)
    finish(load, report)
  }

  /// Ends a load; nothing when it has ended.
  func finish(_ load: Load, _ report: LoadReport) {
    guard !load.isOver else { return }
    load.leave(worker)
    let others = state.withLock { state in
      state.active.removeAll { $0 === load }
      return state.active
    }
    if report.status != .cancelled { load.settle(report) }
    load.end(report)
    for other in others {
      other.awaited.removeAll { $0 == load.number }
      concludeIfReady(other)
    }
    pump()
  }

  func tellProgress(_ load: Load) {
    let pending = load.fetches.reduce(0) { $0 + ($1.isDone ? 0 : $1.works.count) }
    load.tell(done: load.works.count - pending, of: load.works.count)
  }

  // MARK: Regions

  /// A missing file counts as absent if another file stands in for it, as that of the language does
  /// for one of a region, which only holds differences.
  private func excuseRegions(_ load: Load) {
    for place in load.works.indices where load.works[place].isNotThere {
      let name = load.works[place].name
      let work = load.works[place]
      guard work.cached == nil, work.bundle == nil else { continue }
      let levels = hooks.levels(name.lng)
      let standsIn = load.works.contains { other in
        other.name.ns == name.ns && other.report.outcome != .failed
          && other.name.lng != name.lng && levels.contains(other.name.lng)
      }
      guard standsIn else { continue }
      load.works[place].report.outcome = .absent
      load.works[place].report.failure = nil
    }
  }

  // MARK: Putting in place

  /// - Returns: for each work, whether it has content in place that this load brought.
  private func apply(_ load: Load) -> [Bool] {
    let asks = options.loadPath?.isURL ?? false
    var isApplied = load.works.map { _ in false }
    var places: [Int] = []
    var loaded: [LoadedFile] = []
    for place in load.works.indices {
      useCacheInstead(&load.works[place])
      let work = load.works[place]
      let isFailed = work.report.outcome == .failed || work.report.outcome == .stale
      guard let tree = work.tree(withOutdated: isFailed || !asks) else { continue }
      isApplied[place] = true
      // A newer load has already put it in place.
      if putBy(work.name) > load.number { continue }
      places.append(place)
      loaded.append(LoadedFile(name: work.name, tree: tree))
    }
    guard !loaded.isEmpty else { return isApplied }
    for (place, refusal) in zip(places, hooks.apply(loaded, load.request.replaces)) {
      guard let refusal else { continue }
      isApplied[place] = false
      load.works[place].report.outcome = .failed
      load.works[place].report.failure = refusal.with(detail: LoadDetail.invalidLangData)
      load.works[place].entry = nil
    }
    return isApplied
  }

  private func putBy(_ name: FileName) -> UInt64 {
    state.withLock { $0.files[name.key]?.number ?? 0 }
  }

  /// The cached copy stands in for a file that could not be loaded.
  private func useCacheInstead(_ work: inout FileWork) {
    guard work.report.outcome == .failed, work.cached != nil else { return }
    work.report.outcome = .stale
    work.report.source = .cache
  }

  private func note(_ load: Load, _ isApplied: [Bool]) {
    state.withLock { state in
      for (work, isApplied) in zip(load.works, isApplied) {
        var file = state.files[work.name.key] ?? FileState()
        guard file.number <= load.number else { continue }
        file.outcome = outcome(work)
        if isApplied { file.number = load.number }
        if let entry = work.entry, [.loaded, .unchanged].contains(work.report.outcome) {
          (file.validators, file.url) = (entry.validators, entry.url)
        }
        state.files[work.name.key] = file
      }
    }
  }

  private func outcome(_ work: FileWork) -> FileState.Outcome {
    guard work.report.outcome == .failed else {
      return work.report.outcome == .absent ? .failedForGood : .loaded
    }
    switch work.report.failure?.code {
    case .timeout, .unreachable, .cancelled, .io: return .failed
    case .httpStatus where work.report.httpStatus >= 500 || work.report.httpStatus == 429:
      return .failed
    default: return .failedForGood
    }
  }

  // MARK: Caching

  /// Writes what the network gave to the cache.
  private func keep(_ load: Load) {
    guard let cache, options.writesCache, options.loadPath?.isURL ?? false else { return }
    var trees = TextTable<TextTable<Members>>()
    var entries = TextTable<TextTable<CacheEntry>>()
    for work in load.works {
      guard let entry = work.entry, [.loaded, .unchanged].contains(work.report.outcome),
        putBy(work.name) <= load.number
      else { continue }
      let (lng, ns) = (work.name.lng, work.name.ns)
      entries[lng, default: TextTable()][ns] = entry
      if let tree = work.fetched { trees[lng, default: TextTable()][ns] = tree }
    }
    guard !entries.isEmpty else { return }
    tidy(cache)
    for (lng, known) in zip(entries.keys, entries.values) {
      do throws(Diagnostic) {
        try cache.update(lng, trees[lng] ?? TextTable(), known)
      } catch {
        load.problems.append(
          FileReport(
            FileName(lng, ""), .cache, .failed, location: cache.path(lng), failure: error))
      }
    }
  }

  private func tidy(_ cache: LocalCache) {
    let isFirst = state.withLock { state in
      defer { state.isTidied = true }
      return !state.isTidied
    }
    if isFirst { cache.tidy() }
  }

  // MARK: Reporting

  private func status(_ load: Load, _ isApplied: [Bool]) -> LoadStatus {
    let outcomes = load.works.map { $0.report.outcome }
    let hasContent = zip(outcomes, isApplied).contains { $1 || $0 == .unchanged }
    if !outcomes.isEmpty, !hasContent { return .failed }
    if !load.problems.isEmpty || outcomes.contains(.failed) || outcomes.contains(.stale) {
      return .partial
    }
    return !outcomes.isEmpty && outcomes.allSatisfy { $0 == .unchanged } ? .unchanged : .ok
  }

  private func tell(_ load: Load, _ isApplied: [Bool]) {
    var loaded = Members()
    for (work, isApplied) in zip(load.works, isApplied) {
      let (lng, ns) = (work.name.lng, work.name.ns)
      if isApplied {
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
    let isSet = state.withLock { state in
      defer { state.isReloadSet = true }
      return state.isReloadSet
    }
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
