import CalqueBase
import CalqueTransport

/// Header fields of an answer and URLs of any bytes, as the code that reads them gets them.
///
/// The first line is `Retry-After`, the second a URL, the third a path, the rest validators.
enum FuzzAnswer {
  static func run(_ input: FuzzInput) {
    var input = input
    let asked = input.line()
    let url = input.line()
    let path = input.line()
    let response = Response(
      status: 503,
      headers: [
        Header("retry-after", asked), Header("ETag", input.line()),
        Header("last-modified", input.rest()),
      ])
    let now: Int64 = 1_700_000_000_000
    let pause = RetryPolicy().pause(after: .success(response), retries: 0, now: now) ?? 0
    precondition((0...60_000).contains(pause), "a pause over its limit")
    precondition((RetryPolicy.pause(askedFor: response, now: now) ?? 0) >= 0, "a pause below 0")
    precondition((RetryPolicy.pause(askedFor: response, now: .min) ?? 0) >= 0, "a pause below 0")
    let fields = Validators(of: response).updated(by: response).headers
    precondition(
      fields.allSatisfy { !$0.value.bytes.contains { $0 < 0x20 } }, "a field of two lines")
    _ = try? URLText.check(url)
    _ = URLText.joined(url, path)
    _ = URLText.adding([(name: path, value: asked)], to: url)
    _ = URLText.form([(name: path, value: asked)])
  }
}
