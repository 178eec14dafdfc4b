package import CalqueBase
import CalqueStorage
package import CalqueTransport

/// Loads the resources of one translator: reads files, makes requests, retries, caches and reports.
///
/// All of it happens on one worker, in the order of the calls. Host callbacks run through the
/// dispatcher of the services, with no lock held.
package final class Loader: Sendable {
  struct State: ProcessState, Sendable {
    var isClosed = false
    var lastNumber: UInt64 = 0
    /// Loads that are not over, oldest first.
    var active: [Load] = []
    var files = TextTable<FileState>()
    var isReloadSet = false
    var isTidied = false

    /// Keeps facts about a file. Names of absent files may come from visitors: when there are many,
    /// those of files that are not in place are forgotten, and asked for again.
    mutating func keep(_ file: FileState, of name: FileName) {
      if files.count >= Self.mostFiles {
        var kept = TextTable<FileState>()
        for (key, file) in zip(files.keys, files.values) where file.number > 0 || file.isLocal {
          kept[key] = file
        }
        files = kept
      }
      files[name.key] = file
    }

    private static var mostFiles: Int { 4096 }

    /// The parent ends its loads; they have no completion in a child process.
    mutating func dropWorkOfParent() { (active, isReloadSet) = ([], false) }
  }

  package let options: LoadingOptions
  package let services: Services
  let hooks: LoadingHooks
  let worker: Worker
  let state = ProcessMutex(State())
  let requests: RequestQueue
  let cache: LocalCache?
  /// Why there is no cache although an option asks for one.
  let cacheFailure: Diagnostic?

  /// - Parameter worker: shared only with the missing keys of the same translator.
  package init(
    _ options: LoadingOptions, _ services: Services, _ hooks: LoadingHooks, on worker: Worker
  ) {
    self.worker = worker
    self.options = options
    self.services = services
    self.hooks = hooks
    var retries = options.retries
    // That is reported at once; `retryLater` tries again.
    retries.skipsUnreachable = true
    requests = RequestQueue(
      services, on: worker, width: options.maxParallelReads, retries: retries)
    (cache, cacheFailure) = Self.cache(options)
  }

  private static func cache(_ options: LoadingOptions) -> (LocalCache?, Diagnostic?) {
    guard options.readsCache || options.writesCache else { return (nil, nil) }
    do throws(Diagnostic) {
      if let given = options.cachePath {
        return (LocalCache(CacheDirectory(given), options.limits), nil)
      }
      return (LocalCache(try CacheDirectory.standard("I18NextCache"), options.limits), nil)
    } catch {
      return (nil, error)
    }
  }

  // MARK: Beginning and ending

  /// Starts a load.
  ///
  /// - Parameter callbacks: `progress` and `completion` run through the dispatcher; the completion
  ///   exactly once, whatever happens.
  package func start(_ request: LoadRequest, _ callbacks: Load.Callbacks) -> Load {
    let dispatch = services.dispatch
    var dispatched = callbacks
    dispatched.completion = { [completion = callbacks.completion] report in
      dispatch { completion(report) }
    }
    if let progress = callbacks.progress {
      dispatched.progress = { done, total in dispatch { progress(done, total) } }
    }
    return startHere(request, dispatched)
  }

  /// Loads and waits until the load has ended.
  ///
  /// - Throws: `refused` from a callback of this loader, which would wait for itself.
  package func load(
    _ request: LoadRequest, _ callbacks: Load.Callbacks
  ) throws(Diagnostic) -> LoadReport {
    guard !worker.isRunningThis else {
      throw Diagnostic(.refused, "a callback of loading cannot wait for a load")
    }
    let latch = Latch<LoadReport>()
    var callbacks = callbacks
    callbacks.completion = { latch.open($0) }
    _ = startHere(request, callbacks)
    return latch.wait()
  }

  private func startHere(
    _ request: LoadRequest, _ callbacks: Load.Callbacks, retries: Int = 0
  ) -> Load {
    let (load, isClosed) = state.withLock { state in
      state.lastNumber &+= 1
      let load = Load(state.lastNumber, request, retries: retries, callbacks, self)
      if !state.isClosed { state.active.append(load) }
      return (load, state.isClosed)
    }
    if isClosed { load.end(.cancelled) } else { worker.run { [self] in begin(load) } }
    return load
  }

  /// Loads the current files again in the background.
  func startAgain() { _ = startHere(hooks.current(), Load.Callbacks()) }

  /// Requests unreachable files again in the background, after a pause.
  func retryLater(_ load: Load) {
    let lost = load.works.filter { $0.report.failure?.code == .unreachable }
    let failure = Result<Response, Diagnostic>.failure(Diagnostic(.unreachable, ""))
    guard !lost.isEmpty,
      let pause = options.retries.pause(
        after: failure, retries: load.retries, now: services.now())
    else { return }
    var request = LoadRequest(
      languages: lost.map { $0.name.lng }, namespaces: lost.map { $0.name.ns })
    request.replaces = load.request.replaces
    let retries = load.retries + 1
    _ = worker.run(after: pause) { [self, request] in
      // It would supersede a load of the program, which is itself retried when it fails.
      guard state.withLock({ $0.active.isEmpty }) else { return }
      _ = startHere(request, Load.Callbacks(), retries: retries)
    }
  }

  /// Cancels a load by its number; false when there is none under way.
  package func cancel(_ number: UInt64) -> Bool {
    let load = state.withLock { state in state.active.first { $0.number == number } }
    load?.cancel()
    return load != nil
  }

  func cancel(_ load: Load) {
    guard load.mark.isOfThisProcess else { return }
    worker.run { [self] in finish(load, .cancelled) }
  }

  /// Ends every load as cancelled, and then the worker. When this returns, no callback is running
  /// or will run, except one that this was called from.
  package func close() {
    let wasClosed = state.withLock { exchange(&$0.isClosed, with: true) }
    guard !wasClosed else { return }
    worker.stop()
    let loads = state.withLock { exchange(&$0.active, with: []) }
    for load in loads {
      load.leave()
      load.end(.cancelled)
    }
  }

  /// Whether a load is to stop: it was cancelled, or the loader closes.
  func isUnwanted(_ load: Load) -> Bool {
    load.isCancelled || state.withLock { $0.isClosed }
  }

  // MARK: State

  /// Whether a file was loaded or will not be: nothing is left to wait for.
  package func isSettled(_ name: FileName) -> Bool {
    state.withLock { state in
      state.files[name.key]?.outcome != nil && !state.active.contains { $0.request.wants(name) }
    }
  }

  /// The files of a request that are neither loaded nor failed permanently.
  package func missing(in request: LoadRequest) -> [FileName] {
    request.files.filter { name in
      let isThere = hooks.has(name)
      return state.withLock { state in
        let file = state.files[name.key]
        return (!isThere || file?.isLocal ?? false) && file?.outcome != .failedForGood
      }
    }
  }
}
