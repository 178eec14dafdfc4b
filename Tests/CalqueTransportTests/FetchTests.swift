import CalqueBase
import CalqueTransport
import TestSupport
import Testing

@Suite struct FetchTests {
  private let url: Text = "https://example.org/a.json"
  private let transport = MemoryTransport()

  private var services: Services {
    var services = Services(now: { 0 })
    services.transport = transport
    return services
  }

  @Test func anAnswerIsWaitedForAsOftenAsWanted() {
    transport.answer(url, with: Response(status: 200, body: "{}"))
    let fetch = Fetch(Request(url: url), services)
    #expect(fetch.wait().response?.body == "{}")
    #expect(fetch.wait().response?.body == "{}")
    #expect(transport.requests.count == 1)
  }

  @Test func aCancelledOneFails() {
    transport.hold(url)
    let fetch = Fetch(Request(url: url), services)
    fetch.cancel()
    #expect(fetch.wait().code == .cancelled)
    transport.release(url)
    #expect(fetch.wait().code == .cancelled)
  }

  @Test func oneThatNobodyHoldsIsCancelled() {
    transport.hold(url)
    _ = Fetch(Request(url: url), services)
    #expect(transport.cancelled.map(\.url) == [url])
  }
}
