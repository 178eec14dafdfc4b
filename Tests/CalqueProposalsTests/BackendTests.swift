import CalqueBase
import CalqueTransport
import Testing

@testable import CalqueProposals

/// Requests to the backend, and what its responses mean.
@Suite struct BackendTests {
  private let options: Text = #"""
    {"applicationId": "app", "restAPIKey": "key", "platform": "web app", "guid": "g&1",
     "environment": "staging", "appVersion": "1.2", "systemVersion": "9", "model": "pc",
     "timeout": 5000, "preferredLanguages": ["da"], "dev": true, "flat": true}
    """#

  private func request(_ call: BackendCall) throws -> Request {
    try Stage(options).localization.backend.request(call)
  }

  private func headers(_ request: Request) -> [String] {
    request.headers.map { ($0.name + ": " + $0.value).string }
  }

  private let always = ["X-Application-id: app", "X-Rest-Api-Key: key", "SDK-Version: calque-0.1"]

  @Test func theIndexIsAskedForByPlatform() throws {
    let request = try request(.index(lastUpdated: 0, acceptLanguage: "da;q=1.0"))
    #expect(request.method == "GET")
    let wanted: Text =
      Stage.content + "resources/platforms/web%20app?guid=g%261&platform=web%20app"
      + "&last_updated=1970-01-01T00%3A00%3A00Z&dev=true&flat=true"
    #expect(request.url == wanted)
    #expect(headers(request) == always + ["Accept-Language: da;q=1.0"])
    #expect(request.body == nil)
    #expect(request.timeout == 5000)
  }

  @Test(
    arguments: [
      ("https://cdn.test/r/1?v=2", "https://cdn.test/r/1?v=2&guid=g%261&platform=web%20app"),
      ("r/1", "https://backend.test/api/r/1?guid=g%261&platform=web%20app"),
      ("https://cdn.test/å b", "https://cdn.test/%C3%A5%20b?guid=g%261&platform=web%20app"),
    ])
  func aResourceIsAskedForByItsURL(_ url: String, _ wanted: String) throws {
    let request = try request(.resource(url: Text(url), acceptLanguage: "fr;q=1.0"))
    #expect(request.url.string == wanted)
    #expect(headers(request) == always + ["Accept-Language: fr;q=1.0"])
  }

  @Test func aProposalIsAForm() throws {
    let identifier = try ItemIdentifier(section: "defaultSection", key: "ok")
    let request = try request(.storeProposal(identifier, locale: "da-DK", value: "Ja & nej"))
    #expect(request.method == "POST")
    #expect(request.url == Stage.proposalsURL)
    let wanted = [
      "N-Meta: calque;staging;1.2;9;pc", "Content-Type: application/x-www-form-urlencoded",
    ]
    #expect(headers(request) == always + wanted)
    let body: Text =
      "section=default&key=ok&value=Ja+%26+nej&locale=da-DK&platform=web+app&guid=g%261"
    #expect(request.body == body)
  }

  @Test func listsAndDeletionsNameTheGuid() throws {
    let list = try request(.proposals(.accepted))
    #expect(list.url == Stage.proposalsURL + "?guid=g%261&state=accepted")
    #expect(list.method == "GET")
    let deletion = try request(.deleteProposal(-3))
    #expect(deletion.url == Stage.proposalsURL + "/-3?guid=g%261")
    #expect(deletion.method == "DELETE")
    #expect(deletion.body == nil)
  }

  @Test func languagesAreAskedForByPlatform() throws {
    #expect(try request(.languages).url == Stage.content + "web%20app/languages")
  }

  @Test(
    arguments: [
      (#"{"url": "ftp://x"}"#, .invalidArgument), (#"{"url": "nowhere"}"#, .invalidArgument),
      (#"{"applicationId": "a\r\nb"}"#, .invalidOption), (#"{"timeout": -1}"#, .invalidOption),
      (#"{"environment": "live"}"#, .invalidOption), (#"{"updateMode": "often"}"#, .invalidOption),
      (#"{"preferredLanguages": [1]}"#, .invalidOption),
      (#"{"limits": {"maximumBytes": 0}}"#, .invalidOption),
    ] as [(Text, DiagnosticCode)])
  func optionsThatCannotBeAreRefused(_ options: Text, _ code: DiagnosticCode) {
    let refused = refusal {
      try Stage(options).localization.backend.request(.languages)
    }
    #expect(refused?.code == code)
  }

  @Test(arguments: [202, 204, 301, 401, 403, 404, 412, 445, 500, 0, -1, 999])
  func onlyTwoStatusesAreSuccess(status: Int) {
    let backend = try? Stage().localization.backend
    let refused = refusal {
      try backend?.read(Response(status: status, body: "{}"), to: .proposals(.all)) { _ in 0 }
    }
    #expect(refused?.code == .httpStatus)
    #expect(refused?.detail == Int32(status))
  }

  @Test(
    arguments: [
      ("0", 0), ("86399", 86_399_000), ("86400", 86_400_000), ("86401", 86_400_000),
      ("Sun, 06 Nov 1994 08:49:40 GMT", 3000), ("Mon, 07 Nov 1994 08:49:36 GMT", 86_399_000),
      ("Mon, 07 Nov 1994 08:49:37 GMT", 86_400_000), ("Mon, 07 Nov 1994 08:49:38 GMT", 86_400_000),
      ("soon", nil),
    ] as [(Text, Int?)])
  func aBusyBackendIsLeftAloneForADayAtMost(asked: Text, milliseconds: Int?) {
    for status in [429, 502, 503, 504] {
      let response = Response(status: status, headers: [Header("Retry-After", asked)])
      #expect(Backend.pause(askedFor: response, now: 784_111_777_000) == milliseconds)
    }
    let refusal = Response(status: 500, headers: [Header("Retry-After", asked)])
    #expect(Backend.pause(askedFor: refusal, now: 784_111_777_000) == nil)
  }
}
