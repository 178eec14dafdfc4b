package import CalqueBase
package import CalqueTransport

/// Requests to the backend, and its responses. Does no input or output itself.
package struct Backend: Sendable {
  private let options: BackendOptions
  private let guid: Text
  let payload: Payload

  init(_ options: BackendOptions, _ guid: Text, _ payload: Payload) {
    self.options = options
    self.guid = guid
    self.payload = payload
  }

  // MARK: Requests

  /// - Throws: `invalidArgument` for a URL that no request can be made for.
  package func request(_ call: BackendCall) throws(Diagnostic) -> Request {
    var request = Request(url: try url(call))
    request.timeout = options.timeout
    request.maximumBytes = payload.limits.maximumBytes
    request.headers = [
      Header("X-Application-id", options.applicationID),
      Header("X-Rest-Api-Key", options.restAPIKey), Header("SDK-Version", options.sdkVersion),
    ]
    switch call {
    case .index(_, let language), .resource(_, let language), .bestFitLanguage(let language):
      request.headers.append(Header("Accept-Language", language))
    case .storeProposal(let identifier, let locale, let value):
      request.method = "POST"
      request.headers.append(Header("N-Meta", meta))
      request.headers.append(Header("Content-Type", "application/x-www-form-urlencoded"))
      request.body = URLText.form([
        ("section", identifier.section), ("key", identifier.key), ("value", value),
        ("locale", locale), ("platform", options.platform), ("guid", guid),
      ])
    case .deleteProposal: request.method = "DELETE"
    case .languages, .proposals: break
    }
    return request
  }

  /// Program and machine: client, environment, version, system, model.
  private var meta: Text {
    Text.joined(
      [
        options.client, options.environment.name, options.appVersion, options.systemVersion,
        options.model,
      ], by: ";")
  }

  private func url(_ call: BackendCall) throws(Diagnostic) -> Text {
    let content: Text = "content/localize/"
    let platform = content + PercentEncoding.encoded(options.platform)
    let (path, items): (Text, [(name: Text, value: Text)]) =
      switch call {
      case .index(let lastUpdated, _):
        (
          content + "resources/platforms/" + PercentEncoding.encoded(options.platform),
          installation + changes(since: lastUpdated)
        )
      case .resource(let url, _): (url, installation)
      case .languages: (platform + "/languages", [])
      case .bestFitLanguage: (platform + "/languages/best_fit", [])
      case .storeProposal: (content + "proposals", [])
      case .proposals(let state): (content + "proposals", [("guid", guid), ("state", state.name)])
      case .deleteProposal(let id):
        (content + "proposals/" + Decimal.text(of: id), [("guid", guid)])
      }
    let whole = URLText.joined(options.url, PercentEncoding.completed(path))
    let url = URLText.adding(items, to: whole)
    try URLText.check(url)
    return url
  }

  private var installation: [(name: Text, value: Text)] {
    [("guid", guid), ("platform", options.platform)]
  }

  private func changes(since moment: Int64?) -> [(name: Text, value: Text)] {
    var items: [(name: Text, value: Text)] = []
    if let time = moment.flatMap({ CivilTime(milliseconds: Double($0)) }) {
      items.append(("last_updated", time.iso8601))
    }
    if options.dev { items.append(("dev", "true")) }
    if options.flat { items.append(("flat", "true")) }
    return items
  }

  // MARK: Answers

  /// Reads the body of a response, once its status is that of success.
  ///
  /// - Throws: `conflict` when the same value is proposed already, `httpStatus` for another status,
  ///   both with it as the detail; `badResponse` for a body that is not what it should be.
  package func read<Result>(
    _ response: Response, to kind: BackendCall.Kind, _ body: (Text) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    guard response.status == 200 || response.status == 201 else {
      throw failure(response, kind)
    }
    do throws(Diagnostic) {
      return try body(response.body)
    } catch {
      guard error.code != .limitExceeded else { throw error }
      var wrong = error
      wrong.code = .badResponse
      throw wrong
    }
  }

  /// Whether a status means that the same request may succeed later.
  static func mayPass(status: Int) -> Bool { [429, 502, 503, 504].contains(status) }

  static func mayPass(_ failure: Diagnostic) -> Bool { mayPass(status: Int(failure.detail)) }

  /// Milliseconds that a busy backend wants to be left alone; nil when it does not say.
  ///
  /// - Parameter now: milliseconds since 1970.
  static func pause(askedFor response: Response, now: Int64) -> Int? {
    guard mayPass(status: response.status) else { return nil }
    return RetryPolicy.pause(askedFor: response, now: now).map {
      min($0, LocalizationLimits.longestPause)
    }
  }

  private func failure(_ response: Response, _ kind: BackendCall.Kind) -> Diagnostic {
    let status = Decimal.text(of: Int64(response.status))
    var failure = Diagnostic(.httpStatus, "the backend responded with status " + status)
    if kind == .storeProposal, [409, 412].contains(response.status) {
      failure = Diagnostic(.conflict, "the backend has this proposal already")
    }
    if let message = payload.message(response.body), !message.isEmpty {
      failure.message += ": " + message.replacing("\n", with: " ")
    }
    failure.detail = Int32(clamping: response.status)
    return failure
  }

  /// A response as data: what is in `data`, checked.
  package func value(_ response: Response, to kind: BackendCall.Kind) throws(Diagnostic) -> Value {
    try read(response, to: kind) { (body) throws(Diagnostic) -> Value in
      switch kind {
      case .index: .array(try payload.index(body).map { $0.value })
      case .resource: try resource(body)
      case .languages: .array(try payload.languages(body).map { $0.value })
      case .bestFitLanguage: try payload.language(body).value
      case .storeProposal: try payload.proposal(body).data
      case .proposals: .array(try payload.proposals(body).map { $0.data })
      case .deleteProposal: .object(["message": message(body)])
      }
    }
  }

  private func message(_ body: Text) -> Value { payload.message(body).map { .text($0) } ?? .null }

  /// Locale -> section -> key -> text.
  private func resource(_ body: Text) throws(Diagnostic) -> Value {
    .object(Members(try payload.resource(body).tables.map { ($0.locale, $0.data) }))
  }
}
