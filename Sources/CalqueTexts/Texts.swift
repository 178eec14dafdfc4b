package import CalqueBase
import CalqueStorage
package import CalqueTransport

/// Versioned texts, each the newest that the cache, the bundle and the network have.
///
/// Safe from any thread. Reading the local text never waits for the network or for a file.
/// Completions and receivers run where `Services.dispatch` has them, by default on the worker of
/// this object, with no lock held.
///
/// Two locks: that of `storage` while files are read and changed, so that this happens in one order,
/// and that of `state` for moments. A thread that takes both takes `storage` first. Hosts are
/// called by the worker with neither.
package final class Texts: Closable {
  /// The receiver of an answer, called once.
  package typealias Completion = @Sendable (TextAnswer) -> Void
  /// Called once: with nil when the versions have arrived, otherwise with the reason.
  package typealias VersionCompletion = @Sendable (Diagnostic?) -> Void

  let options: TextsOptions
  let services: Services
  let storage: Mutex<TextStorage>
  let state: ProcessMutex<TextsState>
  let worker = Worker()
  /// For texts.
  let requests: RequestQueue
  /// For version files, which do not wait behind texts.
  let versionRequests: RequestQueue
  let receivers = Subscriptions<(VersionIncrease) -> Void>()
  /// Closed when receivers must no longer be called.
  let notifications = RunDownGuard()

  /// Opens the cache of a session.
  ///
  /// - Throws: `io` when the platform has no directory for caches and none is given.
  package convenience init(_ options: TextsOptions, services: Services) throws(Diagnostic) {
    // Calls that may fail come before there is an object: Embedded Swift does not free one whose
    // initializer throws.
    let storage = try TextStorage(options)
    var state = TextsState(options)
    do throws(Diagnostic) {
      state.seen = storage.seen()
      state.recorded = try storage.versions()
    } catch {
      // A version file that cannot be read counts as absent.
      state.versionFailure = error
    }
    self.init(options, services, storage, state)
  }

  private init(
    _ options: TextsOptions, _ services: Services, _ storage: TextStorage, _ state: TextsState
  ) {
    self.options = options
    self.services = services
    self.storage = Mutex(storage, isLong: true)
    self.state = ProcessMutex(state)
    requests = RequestQueue(services, on: worker, width: options.maxParallelReads)
    versionRequests = RequestQueue(services, on: worker)
  }

  /// Changes the state, and has the worker do what follows from it. After the end nothing does: what
  /// was asked for is cancelled here.
  func change<Result>(_ body: (inout TextsState) -> Result) -> Result {
    let (result, isClosed) = state.withLock { state in
      let result = body(&state)
      if state.isClosed { state.close() }
      return (result, state.isClosed)
    }
    if isClosed { work() } else { worker.run { [self] in work() } }
    return result
  }

  /// Runs the steps that need no lock, on the worker or after its end.
  private func work() {
    while let step = state.withLock({ $0.nextStep() }) {
      switch step {
      case .deliver(let delivery): delivery()
      case .cancel(let request): request.cancel()
      case .stop(let timer): worker.cancel(timer)
      case .setRefreshTimer: setRefreshTimer()
      case .fetchVersions: startFetch()
      case .fetchText(let identifier): startDownload(of: identifier)
      }
    }
  }

  /// Ends all requests as cancelled.
  package func close() {
    notifications.close()
    state.withLock { $0.close() }
    worker.stop()
    work()
  }

  /// Notifies the receivers of an increased version.
  func announce(_ increase: VersionIncrease, _ state: inout TextsState) {
    state.deliver { [self] in
      services.dispatch { [self] in notifications.pass { receivers.each { $0(increase) } } }
    }
  }
}
