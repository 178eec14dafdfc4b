import CalqueBase
import CalqueTransport
import Testing

@Suite struct ValidatorsTests {
  private let date: Text = "Sun, 06 Nov 1994 08:49:37 GMT"

  @Test func theyGoFromAnAnswerIntoTheNextRequest() {
    let response = Response(
      status: 200, headers: [Header("etag", "W/\"1\""), Header("LAST-MODIFIED", date)])
    let validators = Validators(of: response)
    #expect(
      validators.headers == [
        Header("If-None-Match", "W/\"1\""), Header("If-Modified-Since", date),
      ])
    #expect(!validators.isEmpty)
  }

  @Test func anAnswerWithoutThemMakesNoConditions() {
    let validators = Validators(of: Response(status: 200))
    #expect(validators.isEmpty)
    #expect(validators.headers.isEmpty)
  }

  @Test(arguments: ["", "\"a\"\r\nX: y", "\"\u{7F}\"", Text("a\u{0}" as String)] as [Text])
  func whatMayNotStandInAHeaderIsLeftOut(value: Text) {
    #expect(Validators(etag: value, lastModified: value).isEmpty)
  }

  @Test func anAnswerOf304KeepsWhatItDoesNotName() {
    let old = Validators(etag: "\"1\"", lastModified: date)
    let response = Response(status: 304, headers: [Header("ETag", "\"2\"")])
    #expect(response.isNotModified)
    #expect(old.updated(by: response) == Validators(etag: "\"2\"", lastModified: date))
    #expect(old.updated(by: Response(status: 304)) == old)
  }
}
