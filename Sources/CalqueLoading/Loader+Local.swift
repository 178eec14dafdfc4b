import CalqueBase
import CalqueJSON
import CalqueStorage
import CalqueTransport

/// The beginning of a load: local sources.
extension Loader {
  func begin(_ load: Load) {
    guard !load.isOver else { return }
    let active = state.withLock { $0.active }
    let isSuperseded = active.contains { newer in
      newer.number > load.number && !newer.isCancelled && newer.request.covers(load.request)
    }
    if isSuperseded || isUnwanted(load) { return finish(load, .cancelled) }
    let older = active.filter { $0.number < load.number }
    for other in older where load.request.covers(other.request) { finish(other, .cancelled) }
    let now = services.now()
    guard !load.isOver else { return }
    load.works = wanted(load, older.filter { !$0.isOver }).map { FileWork($0) }
    load.problems = readLocal(load.works, now, again: load.request.replaces) { [self] in
      isUnwanted(load)
    }
    if isUnwanted(load) { return finish(load, .cancelled) }
    load.hasBegun = true
    if asksServer {
      applyLocal(load.works)
      load.requests = plan(load)
    }
    tellProgress(load)
    for request in load.requests { send(request, of: load) }
    concludeIfReady(load)
  }

  /// The files that the load itself has to load.
  private func wanted(_ load: Load, _ older: [Load]) -> [FileName] {
    guard load.request.onlyMissing else { return load.request.files }
    var own: [FileName] = []
    let missing = missing(in: load.request)
    for name in load.request.files {
      if let other = older.first(where: { $0.works.contains { $0.name == name && !$0.isDone } }) {
        if !load.awaited.contains(other.number) { load.awaited.append(other.number) }
      } else if missing.contains(name) {
        own.append(name)
      }
    }
    return own
  }

  /// Reads local sources on the calling thread and puts their files in place. A server is still to be
  /// asked for them.
  package func loadLocal(_ request: LoadRequest) {
    let works = request.files.map { FileWork($0) }
    let absent = works.map { $0.name }.filter { !hooks.has($0) }
    for problem in readLocal(works, services.now(), { false }) {
      if let failure = problem.failure { hooks.log("\(failure.message): \(failure.source)") }
    }
    applyLocal(works)
    guard asksServer else { return }
    let placed = absent.filter { hooks.has($0) }
    state.withLock { state in
      for name in placed {
        let file = state.files[name.key] ?? FileState()
        file.isLocal = true
        state.files[name.key] = file
      }
    }
  }

  /// Whether files come from a server, and not from local sources alone.
  package var asksServer: Bool { options.loadPath?.isURL ?? false }

  /// Puts local files in place that may be used before the network has responded.
  private func applyLocal(_ works: [FileWork]) {
    let loaded = works.compactMap { work -> LoadedFile? in
      guard !hasPlace(work.name) else { return nil }
      return work.tree(withOutdated: !asksServer).map { LoadedFile(name: work.name, tree: $0) }
    }
    if !loaded.isEmpty { _ = hooks.apply(loaded) }
  }

  /// Whether a load has put the file in place already.
  func hasPlace(_ name: FileName) -> Bool { putBy(name) > 0 }

  // MARK: Reading

  /// Fills in the layers of bundle, cache and paths.
  ///
  /// - Parameters:
  ///   - again: bundle and cache are also read for files that are in place.
  ///   - isUnwanted: called before each file; reading stops when it returns true.
  /// - Returns: the errors.
  private func readLocal(
    _ works: [FileWork], _ now: Int64, again: Bool = false, _ isUnwanted: () -> Bool
  ) -> [FileReport] {
    var problems: [FileReport] = []
    if let cacheFailure { problems.append(problem("", .cache, cacheFailure)) }
    var languages = TextTable<[FileWork]>()
    for work in works where again || !asksServer || !hasPlace(work.name) {
      languages[work.name.lng, default: []].append(work)
    }
    for (lng, works) in zip(languages.keys, languages.values) {
      if isUnwanted() { return problems }
      readBundle(lng, works, &problems)
      readCache(lng, works, now, &problems)
    }
    if let template = options.loadPath, !template.isURL {
      for work in works where !isUnwanted() { readFile(template, work) }
    }
    return problems
  }

  private func problem(_ lng: Text, _ source: LoadSource, _ failure: Diagnostic) -> FileReport {
    FileReport(
      lng: lng, ns: "", source: source, outcome: .failed, location: failure.source,
      failure: failure)
  }

  private func readBundle(_ lng: Text, _ works: [FileWork], _ problems: inout [FileReport]) {
    guard let directory = options.bundles else { return }
    do throws(Diagnostic) {
      try PathTemplate.check(lng, isURL: false)
      // A file name without its extension is found too.
      for name in [options.bundleFile, options.bundleFile + ".json"] {
        let path: Text = "\(directory.isEmpty ? "." : directory)/\(lng).lproj/\(name)"
        let limit = options.limits.maximumBytes
        guard let content = try File.readIfPresent(path, maximumBytes: limit) else { continue }
        let trees = try path.asSource { () throws(Diagnostic) in try options.limits.trees(content) }
        for work in works {
          guard let tree = trees[work.name.ns] else { continue }
          work.bundle = tree
          work.report.found(.bundle, .loaded, path, content.count)
        }
        return
      }
    } catch {
      problems.append(problem(lng, .bundle, error))
      for work in works { work.isBundleDamaged = true }
    }
  }

  private func readCache(
    _ lng: Text, _ works: [FileWork], _ now: Int64, _ problems: inout [FileReport]
  ) {
    guard let cache, options.readsCache else { return }
    do throws(Diagnostic) {
      guard let language = try cache.read(lng) else { return }
      for work in works {
        let ns = work.name.ns
        guard let tree = language.trees[ns] else { continue }
        work.cacheUse = language.use(
          of: ns, url: url(of: work.name), version: options.version(for: lng),
          expirationTime: options.expirationTime, now: now)
        guard work.cacheUse != .foreign else { continue }
        work.cached = tree
        work.entry = language.entries[ns]
        let outcome: LoadOutcome = work.cacheUse == .fresh ? .loaded : .stale
        work.report.found(.cache, outcome, cache.path(lng), language.bytes)
      }
    } catch {
      problems.append(problem(lng, .cache, error))
    }
  }

  /// Reads the file of a template without a scheme, which is a path.
  private func readFile(_ template: PathTemplate, _ work: FileWork) {
    work.report = FileReport(work.name, .file, .loaded)
    work.report.attempts = 1
    do throws(Diagnostic) {
      let path = try template.filled(lngs: [work.name.lng], namespaces: [work.name.ns])
      work.report.location = path
      guard let content = try File.readIfPresent(path, maximumBytes: options.limits.maximumBytes)
      else {
        work.isFileAbsent = true
        throw Diagnostic(.io, "there is no such file", source: path)
      }
      work.report.bytes = content.count
      work.fetched = try options.limits.tree(content)
    } catch {
      let failure = error.detail == 0 ? error.with(detail: LoadDetail.loadFailed) : error
      work.fail(failure.from(source: work.report.location))
    }
  }
}
