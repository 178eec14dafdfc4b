package import CalqueBase
import CalqueJSON
import CalqueStorage
package import CalqueTransport

/// Keys without a translation, collected for a while and then posted (`saveMissing`).
///
/// Each key of a language and namespace is posted once. Safe from any thread.
package final class MissingKeys: Sendable {
  private final class Batch: @unchecked Sendable {
    // Unchecked: changed with the state, until it is taken out of it.
    let name: FileName
    /// Texts to save, by key.
    var texts = Members()

    init(_ name: FileName) { self.name = name }
  }

  private struct State: ProcessState, Sendable {
    var known = TextSet()
    var batches = TextTable<Batch>()
    var isTimerSet = false
    var isFull = false
    /// Posts under way, and posts about to start.
    var pending = 0

    /// The parent posts the keys that were collected.
    mutating func dropWorkOfParent() { (batches, isTimerSet, pending) = (TextTable(), false, 0) }
  }

  private let options: LoadingOptions
  private let addPath: PathTemplate
  private let requests: RequestQueue
  private let worker: Worker
  private let log: @Sendable (Text) -> Void
  private let monitor = ProcessMutex(State())

  /// - Parameters:
  ///   - addPath: where keys are posted.
  ///   - worker: where posting happens.
  package init(
    _ addPath: PathTemplate, _ options: LoadingOptions, _ services: Services, _ worker: Worker,
    log: @escaping @Sendable (Text) -> Void
  ) {
    self.options = options
    self.addPath = addPath
    requests = RequestQueue(services, on: worker, retries: options.retries)
    self.worker = worker
    self.log = log
  }

  /// Adds a key for several languages, unless it was added before.
  package func note(_ lngs: [Text], _ ns: Text, _ key: Text, _ text: Value) {
    guard !key.isEmpty else { return }
    let (startsTimer, overflows) = monitor.change { state in
      let isNew = lngs.filter { Self.add($0, ns, key, text, options.maxMissingKeys, &state) }
      let overflows = isNew.count < lngs.count && state.known.texts.count >= options.maxMissingKeys
      let tells = overflows && !state.isFull
      if tells { state.isFull = true }
      guard !isNew.isEmpty, !state.isTimerSet else { return (false, tells) }
      state.isTimerSet = true
      return (true, tells)
    }
    if overflows { log("too many missing keys: further ones are not saved") }
    if startsTimer { _ = worker.run(after: options.debounceInterval) { [self] in post() } }
  }

  private static func add(
    _ lng: Text, _ ns: Text, _ key: Text, _ text: Value, _ limit: Int, _ state: inout State
  ) -> Bool {
    let name = FileName(lng, ns)
    let id = "\(name.key)\(Text([0]))\(key)" as Text
    guard state.known.texts.count < limit, state.known.insert(id) else { return false }
    let batch = state.batches[name.key] ?? Batch(name)
    batch.texts[key] = text
    state.batches[name.key] = batch
    return true
  }

  /// Posts the collected keys, and waits until that is done.
  ///
  /// - Parameter milliseconds: to wait at most; from a job of the worker it does not wait.
  /// - Returns: whether nothing is left.
  package func flush(within milliseconds: Int) -> Bool {
    // Without any the worker, which may have no thread yet, is left alone.
    if monitor.change({ $0.pending == 0 && $0.batches.isEmpty }) { return true }
    if worker.isRunningThis {
      post()
    } else {
      monitor.change { $0.pending += 1 }
      worker.run { [self] in
        post()
        monitor.change { $0.pending -= 1 }
      }
    }
    let deadline = worker.isRunningThis ? 0 : SteadyClock.after(milliseconds)
    return monitor.wait { state in
      if state.pending == 0 { return .done(state.batches.isEmpty) }
      return SteadyClock.milliseconds() >= deadline ? .done(false) : .until(deadline)
    }
  }

  // MARK: Posting

  private func post() {
    let batches = monitor.change { state in
      let batches = state.batches.values
      state.batches = TextTable()
      state.isTimerSet = false
      state.pending += batches.count
      return batches
    }
    for batch in batches { post(batch) }
  }

  private func post(_ batch: Batch) {
    do throws(Diagnostic) {
      let path = try addPath.filled(lngs: [batch.name.lng], namespaces: [batch.name.ns])
      guard addPath.isURL else {
        try write(batch, path)
        return end(batch, nil)
      }
      var request = Request(url: URLText.adding(options.query, to: path))
      request.method = "POST"
      request.headers = [Header("Content-Type", "application/json")] + options.headers
      request.body = JSON.text(of: .object(batch.texts))
      request.timeout = options.requestTimeout
      request.maximumBytes = options.limits.maximumBytes
      _ = requests.add(request) { [self, url = request.url] result, _ in
        switch result {
        case .success(let response): end(batch, response.failure()?.from(source: url))
        case .failure(let failure): end(batch, failure)
        }
      }
    } catch {
      end(batch, error)
    }
  }

  /// Adds the texts to a file, as the file system backend of i18next does.
  private func write(_ batch: Batch, _ path: Text) throws(Diagnostic) {
    let content = try File.readIfPresent(path, maximumBytes: options.limits.maximumBytes)
    var tree = Members()
    if let content { tree = try options.limits.tree(content) }
    try AtomicFile.writeShared(JSON.text(of: .object(tree.merging(batch.texts))), to: path)
  }

  private func end(_ batch: Batch, _ failure: Diagnostic?) {
    if let failure {
      let (lng, ns) = (batch.name.lng, batch.name.ns)
      log("missing keys of \(lng) \(ns) were not saved: \(failure.message)")
    }
    monitor.change { $0.pending -= 1 }
  }
}
