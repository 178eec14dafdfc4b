package import CalqueBase
package import CalqueTransport

/// The calls of the backend.
package enum BackendCall: Sendable {
  /// The languages with their resources. `lastUpdated` is in milliseconds since 1970.
  case index(lastUpdated: Int64?, acceptLanguage: Text)
  /// The texts of an index entry.
  case resource(url: Text, acceptLanguage: Text)
  case languages
  case storeProposal(ItemIdentifier, locale: Text, value: Text)
  case proposals(ProposalListState)
  case deleteProposal(Int64)
}

/// The outcome of a call to the backend.
package struct BackendOutcome: Sendable {
  /// The result of the call; also for some that fail.
  package var result: Value = .null
  /// nil for success.
  package var failure: Diagnostic?
  /// Whether only a part of it was done; the result says which.
  package var isPartial = false

  package typealias Completion = @Sendable (BackendOutcome) -> Void
}

extension Diagnostic {
  static var callCancelled: Diagnostic { Diagnostic(.cancelled, "the call was cancelled") }

  /// The failure in a result: `status`, `message`, and `detail` and `path` where there are any.
  var data: Value {
    var members: Members = ["status": .int(Int64(code.rawValue)), "message": .text(message)]
    if detail != 0 { members["detail"] = .int(Int64(detail)) }
    if !path.isEmpty { members["path"] = .text(path) }
    return .object(members)
  }
}

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
    case .index(_, let language), .resource(_, let language):
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
    let (path, items): (Text, [(name: Text, value: Text)]) =
      switch call {
      case .index(let lastUpdated, _):
        (
          "\(content)resources/platforms/\(PercentEncoding.encoded(options.platform))",
          installation + changes(since: lastUpdated)
        )
      case .resource(let url, _): (url, installation)
      case .languages:
        ("\(content)\(PercentEncoding.encoded(options.platform))/languages", [])
      case .storeProposal: (content + "proposals", [])
      case .proposals(let state): (content + "proposals", [("guid", guid), ("state", state.name)])
      case .deleteProposal(let id):
        ("\(content)proposals/\(id)", [("guid", guid)])
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
    _ response: Response, to call: BackendCall, _ body: (Text) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    if let failure = failure(response, call) { throw failure }
    do throws(Diagnostic) {
      return try body(response.body)
    } catch {
      guard error.code != .limitExceeded else { throw error }
      var wrong = error
      wrong.code = .badResponse
      throw wrong
    }
  }

  private func failure(_ response: Response, _ call: BackendCall) -> Diagnostic? {
    guard var failure = response.failure(accepting: 200...201) else { return nil }
    if case .storeProposal = call, [409, 412].contains(response.status) {
      failure.code = .conflict
      failure.message = "the backend already has this proposal"
    }
    if let message = payload.message(response.body), !message.isEmpty {
      failure.message += ": " + message.replacing("\n", with: " ")
    }
    return failure
  }

  /// Milliseconds that a busy backend wants to be left alone; nil when it does not say.
  ///
  /// - Parameter now: milliseconds since 1970.
  static func pause(askedFor response: Response, now: Int64) -> Int? {
    guard Response.isBusy(status: response.status) else { return nil }
    return RetryPolicy.pause(askedFor: response, now: now).map {
      min($0, LocalizationLimits.longestPause)
    }
  }
}

extension MemberReader {
  /// A text that can stand in a header field: no controls; nil when it is absent.
  @inline(never)
  func header(_ name: Literal) -> Text? {
    let text = text(name)
    if let text, !text.bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) {
      refuse(name, "a string without control characters")
    }
    return text
  }
}
