import CalqueBase
import CalqueJSON
import CalqueTransport

/// Requests to servers.
extension Loader {
  /// The URL of a file; nil if it is not requested, or cannot be requested alone.
  func url(of name: FileName) -> Text? {
    guard let template = options.loadPath, template.isURL, !options.loadsAllAtOnce else {
      return nil
    }
    return try? url(template, [name.lng], [name.ns])
  }

  private func url(
    _ template: PathTemplate, _ lngs: [Text], _ namespaces: [Text]
  ) throws(Diagnostic) -> Text {
    let url = try template.filled(lngs: lngs, namespaces: namespaces)
    return URLText.adding(options.query, to: url)
  }

  /// The requests of a load. Files that cannot be requested fail here.
  func plan(_ load: Load) -> [Fetch] {
    guard let template = options.loadPath, !load.works.isEmpty else { return [] }
    guard options.loadsAllAtOnce else {
      return load.works.indices.compactMap { place in
        let name = load.works[place].name
        return plan(load, [place], template, [name.lng], [name.ns])
      }
    }
    var lngs = TextTable<Bool>()
    var namespaces = TextTable<Bool>()
    for work in load.works {
      lngs[work.name.lng] = true
      namespaces[work.name.ns] = true
    }
    let whole = plan(load, Array(load.works.indices), template, lngs.keys, namespaces.keys)
    return [whole].compactMap { $0 }
  }

  private func plan(
    _ load: Load, _ places: [Int], _ template: PathTemplate, _ lngs: [Text], _ namespaces: [Text]
  ) -> Fetch? {
    do throws(Diagnostic) {
      let url = try url(template, lngs, namespaces)
      let known = places.map { validators(load.works[$0], url) }
      let isShared = known.allSatisfy { $0 == known.first }
      for place in places {
        load.works[place].report.location = url.withoutSecrets
        load.works[place].report.source = .network
      }
      return Fetch(
        works: places, url: url, validators: isShared ? known.first ?? Validators() : Validators())
    } catch {
      for place in places { fail(load, place, error) }
      return nil
    }
  }

  /// The validators that a request for a file may send: those of the content in place, or of the
  /// cached copy.
  private func validators(_ work: FileWork, _ url: Text) -> Validators {
    let file = state.withLock { $0.files[work.name.key] }
    if let file, file.number > 0 { return file.url == url ? file.validators : Validators() }
    guard work.cached != nil, let entry = work.entry, entry.url == url,
      entry.version == options.version(for: work.name.lng)
    else { return Validators() }
    return entry.validators
  }

  // MARK: Sending

  /// Starts waiting requests, up to the limit of parallel ones.
  func pump() {
    while let next = next() { send(next.load, next.fetch) }
  }

  private func next() -> (load: Load, fetch: Int)? {
    state.withLock { state in
      while state.reading < options.maxParallelReads, !state.queue.isEmpty {
        let next = state.queue.removeFirst()
        if next.load.isOver { continue }
        state.reading += 1
        return next
      }
      return nil
    }
  }

  private func send(_ load: Load, _ place: Int) {
    let fetch = load.fetches[place]
    var request = Request(url: fetch.url)
    request.headers = options.headers + fetch.validators.headers
    request.timeout = options.requestTimeout
    request.maximumBytes = options.limits.maximumBytes
    load.fetches[place].attempts += 1
    let exchange = services.start(request, on: worker) { [self] result in
      state.withLock { $0.reading -= 1 }
      load.exchanges.removeAll { $0.request.url == fetch.url }
      if !load.isOver { receive(result, load, place) }
      pump()
    }
    if load.isOver { exchange.cancel() } else { load.exchanges.append(exchange) }
  }

  private func receive(
    _ result: Result<Response, Diagnostic>, _ load: Load, _ place: Int
  ) {
    // The host is called before the load is examined, because it may end the load.
    let now = services.now()
    guard !load.isOver else { return }
    let attempts = load.fetches[place].attempts
    if attempts > 1 || !Self.reachesNothing(result),
      let pause = options.retries.pause(after: result, retries: attempts - 1, now: now)
    {
      let timer = worker.run(after: pause) { [self] in
        state.withLock { $0.queue.append((load, place)) }
        pump()
      }
      load.timers.append(timer)
      return
    }
    load.fetches[place].isDone = true
    take(result, load, load.fetches[place], now)
    tellProgress(load)
    concludeIfReady(load)
  }

  /// Whether no server responds at the URL. That is reported at once; `retryLater` retries.
  private static func reachesNothing(_ result: Result<Response, Diagnostic>) -> Bool {
    guard case .failure(let failure) = result else { return false }
    return failure.code == .unreachable
  }

  // MARK: Taking

  private func take(
    _ result: Result<Response, Diagnostic>, _ load: Load, _ fetch: Fetch, _ now: Int64
  ) {
    switch result {
    case .failure(let failure):
      for place in fetch.works {
        load.works[place].report.attempts = fetch.attempts
        fail(load, place, failure.with(detail: LoadDetail.loadFailed))
      }
    case .success(let response):
      for place in fetch.works {
        load.works[place].report.attempts = fetch.attempts
        load.works[place].report.httpStatus = response.status
        load.works[place].report.bytes = response.body.count
      }
      take(response, load, fetch, now)
    }
  }

  private func take(_ response: Response, _ load: Load, _ fetch: Fetch, _ now: Int64) {
    do throws(Diagnostic) {
      if response.isNotModified, !fetch.validators.isEmpty {
        for place in fetch.works { takeUnchanged(&load.works[place], response, fetch, now) }
        return
      }
      guard response.status == 200 || (response.isSuccess && !options.accepts200Only) else {
        throw Diagnostic(.httpStatus, .answered(with: response.status))
          .with(detail: LoadDetail.loadFailed)
      }
      try takeContent(response, load, fetch, now)
    } catch {
      for place in fetch.works { fail(load, place, error.from(source: fetch.url)) }
    }
  }

  private func takeUnchanged(
    _ work: inout FileWork, _ response: Response, _ fetch: Fetch, _ now: Int64
  ) {
    work.isDone = true
    work.report.outcome = .unchanged
    if work.cached != nil { work.cacheUse = .fresh }
    work.entry = entry(work.name, fetch.url, fetch.validators.updated(by: response), now)
  }

  private func takeContent(
    _ response: Response, _ load: Load, _ fetch: Fetch, _ now: Int64
  ) throws(Diagnostic) {
    let content: Members
    do throws(Diagnostic) {
      content = try TreeReading(limits: options.limits).object(response.body)
    } catch {
      guard error.code != .limitExceeded else { throw error }
      var failure = Diagnostic(
        .badResponse, "the response is not a resource file: " + error.message)
      failure.position = error.position
      throw failure.with(detail: LoadDetail.invalidLangData)
    }
    for place in fetch.works {
      let name = load.works[place].name
      let tree =
        options.loadsAllAtOnce ? content[name.lng]?.object?[name.ns]?.object : content
      load.works[place].isDone = true
      load.works[place].fetched = tree
      load.works[place].entry =
        tree == nil ? nil : entry(name, fetch.url, Validators(of: response), now)
      load.works[place].report.outcome = tree == nil ? .absent : .loaded
    }
  }

  private func entry(
    _ name: FileName, _ url: Text, _ validators: Validators, _ now: Int64
  ) -> CacheEntry {
    var entry = CacheEntry()
    entry.url = url
    entry.validators = validators
    entry.stamp = now
    entry.version = options.version(for: name.lng)
    return entry
  }

  private func fail(_ load: Load, _ place: Int, _ failure: Diagnostic) {
    load.works[place].isDone = true
    load.works[place].report.outcome = .failed
    load.works[place].report.failure = failure
  }
}
