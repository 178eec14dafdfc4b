import CalqueBase
import CalqueJSON
import CalqueStorage
import CalqueTransport

/// The beginning of a load: local sources.
extension Loader {
  func begin(_ load: Load) {
    guard !load.isOver else { return }
    let (older, newer) = state.withLock { state in
      (
        state.active.filter { $0.number < load.number },
        state.active.filter { $0.number > load.number && !$0.isCancelled }
      )
    }
    if isUnwanted(load) || newer.contains(where: { $0.request.covers(load.request) }) {
      return finish(load, .cancelled)
    }
    for other in older where load.request.covers(other.request) { finish(other, .cancelled) }
    let now = services.now()
    guard !load.isOver else { return }
    load.works = wanted(load, older.filter { !$0.isOver }).map { FileWork($0) }
    load.problems = readLocal(&load.works, now, again: load.request.replaces) { [self] in
      isUnwanted(load)
    }
    if isUnwanted(load) { return finish(load, .cancelled) }
    load.hasBegun = true
    if options.loadPath?.isURL ?? false {
      applyLocal(&load.works)
      load.fetches = plan(load)
      for place in load.fetches.indices where !load.fetches[place].isDone {
        state.withLock { $0.queue.append((load, place)) }
      }
    }
    tellProgress(load)
    pump()
    concludeIfReady(load)
  }

  /// The files that the load itself has to load.
  private func wanted(_ load: Load, _ older: [Load]) -> [FileName] {
    guard load.request.onlyMissing else { return load.request.files }
    var own: [FileName] = []
    for name in missing(in: load.request) {
      if let other = older.first(where: { $0.works.contains { $0.name == name && !$0.isDone } }) {
        if !load.awaited.contains(other.number) { load.awaited.append(other.number) }
      } else {
        own.append(name)
      }
    }
    return own
  }

  /// Reads local sources on the calling thread and puts their files in place.
  package func loadLocal(_ request: LoadRequest) {
    var works = request.files.map { FileWork($0) }
    for problem in readLocal(&works, services.now(), { false }) {
      if let failure = problem.failure { hooks.log(failure.message + ": " + failure.source) }
    }
    applyLocal(&works)
  }

  /// Puts local files in place that may be used before the network has responded.
  private func applyLocal(_ works: inout [FileWork]) {
    let asks = options.loadPath?.isURL ?? false
    let loaded = works.compactMap { work -> LoadedFile? in
      guard !hasPlace(work.name) else { return nil }
      return work.tree(withOutdated: !asks).map { LoadedFile(name: work.name, tree: $0) }
    }
    if !loaded.isEmpty { _ = hooks.apply(loaded, false) }
  }

  /// Whether a load has put the file in place already.
  func hasPlace(_ name: FileName) -> Bool {
    state.withLock { ($0.files[name.key]?.number ?? 0) > 0 }
  }

  // MARK: Reading

  /// Fills in the layers of bundle, cache and paths.
  ///
  /// - Parameters:
  ///   - again: the bundle is also read for files that are in place.
  ///   - isUnwanted: called before each file; reading stops when it returns true.
  /// - Returns: the errors.
  private func readLocal(
    _ works: inout [FileWork], _ now: Int64, again: Bool = false, _ isUnwanted: () -> Bool
  ) -> [FileReport] {
    var problems: [FileReport] = []
    if let cacheFailure { problems.append(problem("", .cache, cacheFailure)) }
    let asks = options.loadPath?.isURL ?? false
    var languages = TextTable<[Int]>()
    for place in works.indices {
      languages[works[place].name.lng, default: []].append(place)
    }
    for (lng, places) in zip(languages.keys, languages.values) {
      if isUnwanted() { return problems }
      let absent = places.filter { !(asks && hasPlace(works[$0].name)) }
      let read = again ? places : absent
      if !read.isEmpty { readBundle(lng, read, &works, &problems) }
      if !absent.isEmpty { readCache(lng, absent, now, &works, &problems) }
    }
    if let template = options.loadPath, !template.isURL {
      readFiles(template, &works, isUnwanted)
    }
    return problems
  }

  private func problem(_ lng: Text, _ source: LoadSource, _ failure: Diagnostic) -> FileReport {
    FileReport(
      FileName(lng, ""), source, .failed, location: failure.source, failure: failure)
  }

  private func readBundle(
    _ lng: Text, _ places: [Int], _ works: inout [FileWork], _ problems: inout [FileReport]
  ) {
    guard let bundles else { return }
    do throws(Diagnostic) {
      guard let content = try bundles.read(lng) else { return }
      for place in places {
        guard let tree = content.trees[works[place].name.ns] else { continue }
        works[place].bundle = tree
        works[place].report.source = .bundle
        works[place].report.outcome = .loaded
        works[place].report.location = content.path
        works[place].report.bytes = content.bytes
      }
    } catch {
      problems.append(problem(lng, .bundle, error))
    }
  }

  private func readCache(
    _ lng: Text, _ places: [Int], _ now: Int64, _ works: inout [FileWork],
    _ problems: inout [FileReport]
  ) {
    guard let cache, options.readsCache else { return }
    do throws(Diagnostic) {
      guard let language = try cache.read(lng) else { return }
      for place in places {
        let ns = works[place].name.ns
        guard let tree = language.trees[ns] else { continue }
        works[place].cacheUse = language.use(
          of: ns, url: url(of: works[place].name), version: options.version(for: lng),
          expirationTime: options.expirationTime, now: now)
        guard works[place].cacheUse != .foreign else { continue }
        works[place].cached = tree
        works[place].entry = language.entries[ns]
        works[place].report.source = .cache
        works[place].report.outcome = works[place].cacheUse == .fresh ? .loaded : .stale
        works[place].report.location = cache.path(lng)
        works[place].report.bytes = language.bytes
      }
    } catch {
      problems.append(problem(lng, .cache, error))
    }
  }

  /// Reads a file for each work: a template without a scheme is a path.
  private func readFiles(
    _ template: PathTemplate, _ works: inout [FileWork], _ isUnwanted: () -> Bool
  ) {
    let reading = TreeReading(limits: options.limits)
    for place in works.indices {
      if isUnwanted() { return }
      let name = works[place].name
      works[place].report = FileReport(name, .file, .loaded)
      works[place].report.attempts = 1
      do throws(Diagnostic) {
        let path = try template.filled(lngs: [name.lng], namespaces: [name.ns])
        works[place].report.location = path
        guard let content = try File.readIfPresent(path, maximumBytes: options.limits.maximumBytes)
        else {
          works[place].isFileAbsent = true
          throw Diagnostic(.io, "there is no such file", source: path)
        }
        works[place].report.bytes = content.count
        works[place].fetched = try reading.object(content)
      } catch {
        let failure = error.detail == 0 ? error.with(detail: LoadDetail.loadFailed) : error
        works[place].report.outcome = .failed
        works[place].report.failure = failure.from(source: works[place].report.location)
      }
    }
  }
}
