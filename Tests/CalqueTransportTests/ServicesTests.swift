import CalqueBase
import CalqueTransport
import TestSupport
import Testing

@Suite struct ServicesTests {
  private let worker = Worker()
  private let answers = Answers()

  @Test func withoutATransportOnlyFilesAreLoaded() {
    let services = Services(now: { 0 })
    _ = services.start(Request(url: "https://example.org/"), on: worker, answers.completion)
    guard case .failure(let failure) = answers.first() else {
      Issue.record("something carried the request")
      return
    }
    #expect(failure.code == .unsupported)
    #expect(failure.message.contains("libcalque-http"))
    #expect(failure.source == "https://example.org/")
  }

  @Test func filesNeverGoToTheTransport() {
    var services = Services(now: { 0 })
    let transport = MemoryTransport()
    services.transport = transport
    _ = services.start(Request(url: "/no such file"), on: worker, answers.completion)
    #expect(answers.first().response?.status == 404)
    #expect(transport.requests.isEmpty)
  }

  @Test func everythingElseGoesToTheTransport() {
    var services = Services(now: { 0 })
    let transport = MemoryTransport()
    services.transport = transport
    transport.answer("demo:a", with: Response(status: 201))
    _ = services.start(Request(url: "demo:a"), on: worker, answers.completion)
    #expect(answers.first().response?.status == 201)
  }
}
