import CalqueBase
import CalqueTransport

/// The network source. All of it runs on the worker.
extension Texts {
  func startFetch() {
    let (found, validators) = state.withLock { ($0.fetch, $0.conditions) }
    guard let fetch = found else { return }
    let limit = options.maximumVersionBytes
    let request = request(fetch.url, limit, versionRequests, unless: validators) {
      [self] result in
      take(result, for: fetch.number, isConditional: !validators.isEmpty)
    }
    let isWanted = state.withLock { state in
      if state.fetch?.number == fetch.number { state.fetch?.request = request }
      return state.fetch?.number == fetch.number
    }
    if !isWanted { request?.cancel() }
  }

  func startDownload(of identifier: Text) {
    let found = state.withLock { state in
      state.entries[identifier].flatMap { entry in entry.download.map { ($0, entry.source) } }
    }
    guard let (download, source) = found else { return }
    let request = request(source.remoteFile ?? "", options.maximumBytes, requests) {
      [self] result in
      take(result, for: download, of: source)
    }
    let isWanted = state.withLock { state in
      guard state.isCurrent(identifier, download.number) else { return false }
      state.entries[identifier]?.download?.request = request
      return true
    }
    if !isWanted { request?.cancel() }
  }

  private func request(
    _ file: Text, _ maximumBytes: Int, _ requests: RequestQueue,
    unless validators: Validators = Validators(), _ completion: @escaping Exchange.Completion
  ) -> RequestHandle? {
    var request = Request(url: PercentEncoding.completed(file))
    request.maximumBytes = maximumBytes
    request.timeout = state.withLock { $0.timeout }
    do throws(Diagnostic) {
      try URLText.check(request.url)
    } catch {
      worker.run { completion(.failure(error)) }
      return nil
    }
    return requests.add(request, unless: validators) { result, _ in completion(result) }
  }

  private func take(
    _ result: Result<Response, Diagnostic>, for number: UInt64, isConditional: Bool
  ) {
    var table: VersionTable?
    var failure: Diagnostic?
    var validators = Validators()
    do throws(Diagnostic) {
      let response = try result.get()
      validators = Validators(of: response)
      if !response.isNotModified || !isConditional {
        let read = try VersionTable(
          versionFile: Self.body(of: response), maximumBytes: options.maximumVersionBytes)
        guard !read.isEmpty else {
          throw Diagnostic(.badResponse, "there is no version in the version file")
        }
        table = read
      }
    } catch {
      failure = error
    }
    change { state in
      guard let fetch = state.fetch, fetch.number == number else { return }
      state.versionFailure = failure?.from(source: fetch.url)
      if let table {
        (state.remoteVersions, state.validators) = (table, validators)
      }
      if failure == nil { state.isInformed = true }
      state.endFetch(state.versionFailure)
      state.reevaluate()
      state.needsRefreshTimer = true
    }
  }

  /// Sets the timer of the next refresh in place of the last one.
  func setRefreshTimer() {
    let (last, isNeeded) = state.withLock { state in
      (exchange(&state.refreshTimer, with: 0), state.versionSource?.remoteFile != nil)
    }
    if last != 0 { worker.cancel(last) }
    guard isNeeded, options.reloadInterval > 0 else { return }
    let timer = worker.run(after: options.reloadInterval) { [self] in
      change { $0.refreshVersions(nil) }
    }
    state.withLock { $0.refreshTimer = timer }
  }

  private func take(
    _ result: Result<Response, Diagnostic>, for download: TextDownload, of source: TextSource
  ) {
    let identifier = source.identifier
    var failure: Diagnostic?
    do throws(Diagnostic) {
      let text = try Self.body(of: try result.get())
      guard let text = TextDecoding.utf8(text) else {
        throw Diagnostic(.invalidUTF8, "the text is not valid UTF-8")
      }
      guard source.accepts(text) else {
        throw Diagnostic(.badResponse, "the text does not have the expected SHA-256")
      }
      storage.withLock { storage in
        guard state.withLock({ $0.isCurrent(identifier, download.number) }) else { return }
        keep(LocalText(text: text, version: download.version, place: .remote), source, storage)
      }
    } catch {
      failure = error.from(source: source.remoteFile ?? "")
    }
    change { $0.downloadEnded(identifier, download.number, failure) }
  }

  /// The text of a valid response.
  private static func body(of response: Response) throws(Diagnostic) -> Text {
    if let failure = response.failure() { throw failure }
    // A transport that does not count lets a body through that was cut short.
    if response.header("Content-Encoding") == nil,
      let length = response.header("Content-Length"),
      length != Decimal.text(of: Int64(response.body.count))
    {
      throw Diagnostic(.badResponse, "the length of the response differs from that in its header")
    }
    return response.body
  }
}
