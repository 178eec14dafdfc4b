import CPlatform
package import CalqueBase

/// Retries of failed requests: which failures are retried, and after what pause, which doubles each
/// time.
package struct RetryPolicy: Sendable {
  /// The maximum number of retries.
  package var maxRetries = 5
  /// Milliseconds before the first retry.
  package var retryTimeout = 350
  /// The longest pause in milliseconds, even if the server asks for more.
  package var maximumPause = 60_000
  /// Whether a request whose server cannot be reached the first time is not made again.
  package var skipsUnreachable = false

  package init() {}

  /// No retries.
  package static var none: RetryPolicy {
    var policy = RetryPolicy()
    policy.maxRetries = 0
    return policy
  }

  /// Milliseconds to wait before a retry; nil if the request is not retried.
  ///
  /// - Parameters:
  ///   - retries: the number of retries so far.
  ///   - now: milliseconds since 1970, for a server that names a date.
  package func pause(
    after result: Result<Response, Diagnostic>, retries: Int, now: Int64
  ) -> Int? {
    guard retries >= 0, retries < maxRetries else { return nil }
    switch result {
    case .failure(let failure):
      if skipsUnreachable, retries == 0, failure.code == .unreachable { return nil }
      return Self.isTemporary(failure.code) ? doubled(retries) : nil
    case .success(let response):
      guard Response.isTemporary(status: response.status) else { return nil }
      let asked = Self.pause(askedFor: response, now: now)
      return asked.map { min($0, max(0, maximumPause)) } ?? doubled(retries)
    }
  }

  /// Milliseconds that a response asks to wait before the next request (`Retry-After`); nil when it
  /// does not ask.
  ///
  /// - Parameter now: milliseconds since 1970.
  package static func pause(askedFor response: Response, now: Int64) -> Int? {
    response.header("Retry-After").flatMap { milliseconds($0, now: now) }
  }

  private func doubled(_ retries: Int) -> Int {
    let factor = 1 << min(retries, Int.bitWidth - 2)
    let (pause, isOver) = max(0, retryTimeout).multipliedReportingOverflow(by: factor)
    return min(isOver ? .max : pause, max(0, maximumPause))
  }

  private static func isTemporary(_ code: DiagnosticCode) -> Bool {
    switch code {
    case .timeout, .unreachable, .badResponse: true
    default: false
    }
  }

  /// The value of `Retry-After`: seconds, or a date.
  private static func milliseconds(_ value: Text, now: Int64) -> Int? {
    let value = value.trimmed()
    guard value.isDigits else {
      return HTTPDate.milliseconds(value).map {
        Int(clamping: max(0, $0.subtractingReportingOverflow(now).partialValue))
      }
    }
    return Int(min(value.digits().value ?? .max, 1_000_000_000)) * 1000
  }
}

/// Dates of HTTP, in the form that servers must send (RFC 9110, section 5.6.7).
package enum HTTPDate {
  /// Milliseconds since 1970 of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`; nil when it is none.
  package static func milliseconds(_ date: Text) -> Int64? {
    let parts = date.split(" ")
    guard parts.count == 6, parts[5] == "GMT", parts[0].count == 4, parts[0].hasSuffix(","),
      let day = number(parts[1], digits: 2),
      let month = months.firstIndex(where: { parts[2].equals($0) }),
      let year = number(parts[3], digits: 4)
    else { return nil }
    let time = parts[4].split(":")
    guard time.count == 3, let hour = number(time[0], digits: 2),
      let minute = number(time[1], digits: 2), let second = number(time[2], digits: 2),
      (1...31).contains(day), hour < 24, minute < 60, second < 61
    else { return nil }
    var fields = tm()
    (fields.tm_year, fields.tm_mon, fields.tm_mday) = (year - 1900, Int32(month), day)
    (fields.tm_hour, fields.tm_min, fields.tm_sec) = (hour, minute, second)
    return Int64(timegm(&fields)) * 1000
  }

  private static let months: [Literal] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A number of so many digits, four at most.
  private static func number(_ text: Text, digits: Int) -> Int32? {
    text.count == digits ? text.wholeNumber.flatMap { Int32(exactly: $0) } : nil
  }
}
