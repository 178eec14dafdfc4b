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
  func plan(_ load: Load) -> [FileRequest] {
    guard let template = options.loadPath, !load.works.isEmpty else { return [] }
    guard options.loadsAllAtOnce else {
      return load.works.compactMap { work in
        plan([work], template, [work.name.lng], [work.name.ns], load.request.replaces)
      }
    }
    var lngs = TextSet()
    var namespaces = TextSet()
    for work in load.works {
      lngs.insert(work.name.lng)
      namespaces.insert(work.name.ns)
    }
    let whole = plan(load.works, template, lngs.texts, namespaces.texts, load.request.replaces)
    return [whole].compactMap { $0 }
  }

  private func plan(
    _ works: [FileWork], _ template: PathTemplate, _ lngs: [Text], _ namespaces: [Text],
    _ replaces: Bool
  ) -> FileRequest? {
    do throws(Diagnostic) {
      let url = try url(template, lngs, namespaces)
      let known = works.map { validators($0, url, replaces) }
      let isShared = known.allSatisfy { $0 == known.first }
      for work in works {
        work.report.location = url.withoutSecrets
        work.report.source = .network
      }
      return FileRequest(works, url, isShared ? known.first ?? Validators() : Validators())
    } catch {
      for work in works { work.fail(error) }
      return nil
    }
  }

  /// The validators that a request for a file may send: those of the content in place, or of the
  /// cached copy. What replaces the content in place must be at hand, so only the copy will do.
  private func validators(_ work: FileWork, _ url: Text, _ replaces: Bool) -> Validators {
    let file = state.withLock { $0.files[work.name.key] }
    if !replaces, let file, file.number > 0 {
      return file.url == url ? file.validators : Validators()
    }
    guard work.cached != nil, let entry = work.entry, entry.url == url,
      entry.version == options.version(for: work.name.lng)
    else { return Validators() }
    return entry.validators
  }

  // MARK: Requests

  func send(_ fileRequest: FileRequest, of load: Load) {
    guard !load.isOver else { return }
    var request = Request(url: fileRequest.url)
    request.headers = options.headers
    request.timeout = options.requestTimeout
    request.maximumBytes = options.limits.maximumBytes
    fileRequest.handle = requests.add(request, unless: fileRequest.validators) {
      [self] result, attempts in
      // The host is called before the load is examined, because it may end the load.
      let now = services.now()
      guard !load.isOver else { return }
      fileRequest.isDone = true
      for work in fileRequest.works { work.report.attempts = attempts }
      take(result, fileRequest, now)
      tellProgress(load)
      concludeIfReady(load)
    }
  }

  private func take(
    _ result: Result<Response, Diagnostic>, _ request: FileRequest, _ now: Int64
  ) {
    do throws(Diagnostic) {
      let response = try result.mapError { $0.with(detail: LoadDetail.loadFailed) }.get()
      for work in request.works {
        work.report.httpStatus = response.status
        work.report.bytes = response.body.count
      }
      if response.isNotModified, !request.validators.isEmpty {
        for work in request.works { takeUnchanged(work, response, request, now) }
        return
      }
      let range = options.accepts200Only ? 200...200 : 200...299
      if let failure = response.failure(accepting: range) {
        throw failure.with(detail: LoadDetail.loadFailed)
      }
      try takeContent(response, request, now)
    } catch {
      let failure = error.from(source: request.url)
      for work in request.works { work.fail(failure) }
    }
  }

  private func takeUnchanged(
    _ work: FileWork, _ response: Response, _ request: FileRequest, _ now: Int64
  ) {
    work.isDone = true
    work.report.outcome = .unchanged
    if work.cached != nil { work.cacheUse = .fresh }
    work.entry = entry(work.name, request.url, request.validators.updated(by: response), now)
  }

  private func takeContent(
    _ response: Response, _ request: FileRequest, _ now: Int64
  ) throws(Diagnostic) {
    let content: Members
    do throws(Diagnostic) {
      content = try options.limits.tree(response.body)
    } catch {
      guard error.code != .limitExceeded else { throw error }
      var failure = Diagnostic(
        .badResponse, "the response is not a resource file: \(error.message)")
      failure.position = error.position
      throw failure.with(detail: LoadDetail.invalidLangData)
    }
    for work in request.works {
      let name = work.name
      let tree =
        options.loadsAllAtOnce ? content[name.lng]?.object?[name.ns]?.object : content
      work.isDone = true
      work.fetched = tree
      work.entry =
        tree == nil ? nil : entry(name, request.url, Validators(of: response), now)
      work.report.outcome = tree == nil ? .absent : .loaded
    }
  }

  private func entry(
    _ name: FileName, _ url: Text, _ validators: Validators, _ now: Int64
  ) -> CacheEntry {
    let entry = CacheEntry()
    entry.url = url
    entry.validators = validators
    entry.stamp = now
    entry.version = options.version(for: name.lng)
    return entry
  }
}
