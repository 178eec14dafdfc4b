import CalqueBase
import CalqueStorage
import CalqueTransport

/// The workings of `Texts`, which outlive it until the last request has ended.
///
/// Two locks: that of `storage` while files are read and changed, so that this happens in one order,
/// and that of `state` for moments. A thread that takes both takes `storage` first. Hosts are
/// called by the worker with neither.
final class TextsEngine: Sendable {
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

  // Calls that may fail come before there is an object: Embedded Swift does not free one whose
  // initializer throws.
  convenience init(_ options: TextsOptions, _ services: Services) throws(Diagnostic) {
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

  /// Changes the state, and has the worker do what follows from it.
  func change<Result>(_ body: (inout TextsState) -> Result) -> Result {
    let result = state.withLock(body)
    worker.run { [self] in work() }
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
  func close() {
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
