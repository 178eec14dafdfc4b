import CalqueBase
import CalqueTransport
import Testing

@Suite struct RetryPolicyTests {
  private func pause(
    _ status: Int, retryAfter: Text? = nil, retries: Int = 0, _ policy: RetryPolicy = RetryPolicy()
  ) -> Int? {
    let headers = retryAfter.map { [Header("Retry-After", $0)] } ?? []
    let response = Response(status: status, headers: headers)
    return policy.pause(after: .success(response), retries: retries, now: 784_111_777_000)
  }

  @Test func pausesDoubleUntilTheLimit() {
    let pauses = (0..<7).map { pause(500, retries: $0) }
    #expect(pauses == [350, 700, 1400, 2800, 5600, nil, nil])
  }

  @Test(arguments: [
    (499, false), (500, true), (503, true), (599, true), (429, true), (404, false),
    (304, false), (200, false),
  ])
  func statuses(status: Int, isRetried: Bool) {
    #expect((pause(status) != nil) == isRetried)
  }

  @Test(arguments: DiagnosticCode.allCases)
  func failures(code: DiagnosticCode) {
    let mayPass = [.timeout, .unreachable, .badResponse].contains(code)
    let result = Result<Response, Diagnostic>.failure(Diagnostic(code, ""))
    #expect((RetryPolicy().pause(after: result, retries: 0, now: 0) != nil) == mayPass)
  }

  @Test(
    arguments: [
      ("2", 2000), (" 0 ", 0), ("59", 59_000), ("60", 60_000), ("61", 60_000),
      ("99999999999999999999", 60_000),
      ("Sun, 06 Nov 1994 08:49:40 GMT", 3000), ("Sun, 06 Nov 1994 08:49:30 GMT", 0),
      ("Sun, 06 Nov 1994 08:50:36 GMT", 59_000), ("Sun, 06 Nov 1994 08:50:37 GMT", 60_000),
      ("Sun, 06 Nov 1994 08:50:38 GMT", 60_000), ("Sun, 06 Nov 2094 08:49:30 GMT", 60_000),
      ("soon", 350), ("-1", 350), ("1.5", 350), ("", 350),
    ] as [(Text, Int)])
  func theServerMayNameThePause(value: Text, milliseconds: Int) {
    #expect(pause(429, retryAfter: value) == milliseconds)
    #expect(pause(503, retryAfter: value) == milliseconds)
  }

  @Test func oddSettingsDoNoHarm() {
    var policy = RetryPolicy()
    (policy.maxRetries, policy.retryTimeout, policy.maximumPause) = (Int.max, Int.max, Int.max)
    #expect(pause(500, retries: 100, policy) == Int.max)
    (policy.retryTimeout, policy.maximumPause) = (-1, -1)
    #expect(pause(500, retries: 3, policy) == 0)
    policy.maxRetries = 0
    #expect(pause(500, retries: 0, policy) == nil)
    #expect(pause(500, retries: -1, policy) == nil)
  }

  @Test(
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777_000),
      ("Tue, 29 Feb 2000 23:59:60 GMT", 951_868_800_000),
    ] as [(Text, Int64)])
  func dates(date: Text, milliseconds: Int64) {
    #expect(HTTPDate.milliseconds(date) == milliseconds)
  }

  @Test(
    arguments: [
      "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
      "Sun, 6 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
      "Sun, 00 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Abc 1994 08:49:37 GMT",
    ] as [Text])
  func whatIsNoDate(date: Text) {
    #expect(HTTPDate.milliseconds(date) == nil)
  }
}
