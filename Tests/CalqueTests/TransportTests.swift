import Calque
import CalqueBase
import TestSupport
import Testing

@Suite struct TransportTests {
  /// Never answers; notes what was asked and what was cancelled.
  private final class Silent: Transport {
    let asked = Latch<TransportRequest>()
    let cancelled = Latch<TransportRequest>()

    func start(
      _ request: TransportRequest,
      completion: @escaping @Sendable (Result<TransportResponse, CalqueError>) -> Void
    ) {
      asked.open(request)
    }

    func cancel(_ request: TransportRequest) { cancelled.open(request) }
  }

  private static let options: JSONObject = [
    "lng": "da", "fallbackLng": false, "maxRetries": 0,
    "backend": ["loadPath": "http://h/{{lng}}/{{ns}}"],
  ]

  @Test func aRequestCanBeMade() {
    let request = TransportRequest(method: "POST", url: "http://h/", body: [1])
    #expect(request == TransportRequest(method: "POST", url: "http://h/", body: [1]))
    #expect(request != TransportRequest(url: "http://h/"))
  }

  @Test func cancellingReachesTheTransport() async throws {
    let silent = Silent()
    let translator = try Translator(options: Self.options, transport: silent)
    let load = Task { try await translator.load() }
    let asked = try #require(silent.asked.wait())
    load.cancel()
    #expect(try await load.value.status == .cancelled)
    #expect(silent.cancelled.wait()?.id == asked.id)
  }

  @Test func aFunctionIsATransport() async throws {
    let transport = AsyncTransport { request in
      #expect(request.headers.isEmpty || request.method == "GET")
      return TransportResponse(status: 200, body: Array(#"{"k": "K"}"#.utf8))
    }
    let translator = try Translator(options: Self.options, transport: transport)
    #expect(try await translator.load().status == .ok)
    #expect(translator.t("k") == "K")
  }

  @Test func cancellingARequestCancelsItsTask() async throws {
    let (begun, ended) = (Latch<Bool>(), Latch<Bool>())
    let transport = AsyncTransport { _ in
      begun.open(true)
      do {
        try await Task.sleep(for: .seconds(600))
      } catch {
        ended.open(true)
        throw error
      }
      return TransportResponse(status: 200)
    }
    let translator = try Translator(options: Self.options, transport: transport)
    let cancel = try translator.load { _ in }
    #expect(begun.wait() == true)
    cancel()
    #expect(ended.wait() == true)
  }

  @Test func failuresOfAFunctionAreTold() async throws {
    struct Broken: Error {}
    let transport = AsyncTransport { request in
      if request.url.hasSuffix("one") { throw CalqueError(.insecure, "no certificate") }
      throw Broken()
    }
    let translator = try Translator(options: Self.options, transport: transport)
    let report = try await translator.load(["ns": ["one", "two"]])
    #expect(report.status == .failed)
    #expect(Set(report.files.compactMap { $0.error?.status }) == [.insecure, .unreachable])
    #expect(report.error?.status == .loadFailed)
  }
}
