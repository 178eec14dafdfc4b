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
    var pause = max(0, retryTimeout)
    for _ in 0..<retries where pause < maximumPause {
      pause = pause.multipliedReportingOverflow(by: 2).overflow ? maximumPause : pause * 2
    }
    return min(pause, max(0, maximumPause))
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
    guard value.bytes.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), !value.isEmpty else {
      return HTTPDate.milliseconds(value).map {
        Int(clamping: max(0, $0.subtractingReportingOverflow(now).partialValue))
      }
    }
    var seconds = 0
    for digit in value.bytes where seconds < 1_000_000_000 {
      seconds = seconds * 10 + Int(digit - 0x30)
    }
    return seconds * 1000
  }
}
