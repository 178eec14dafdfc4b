import Calque
import Testing

@Suite struct TransportTests {
  /// Never answers; tells what was asked and what was cancelled.
  private final class Silent: Transport {
    let asked = AsyncStream<TransportRequest>.makeStream()
    let cancelled = AsyncStream<TransportRequest>.makeStream()

    func start(
      _ request: TransportRequest,
      completion: @escaping @Sendable (Result<TransportResponse, CalqueError>) -> Void
    ) {
      asked.continuation.yield(request)
    }

    func cancel(_ request: TransportRequest) { cancelled.continuation.yield(request) }
  }

  /// Answers each request at once, on the thread that starts it.
  private final class Immediate: Transport {
    let asked = AsyncStream<TransportRequest>.makeStream()

    func start(
      _ request: TransportRequest,
      completion: @escaping @Sendable (Result<TransportResponse, CalqueError>) -> Void
    ) {
      asked.continuation.yield(request)
      completion(.success(TransportResponse(status: 200, body: Array(#"{"k": "K"}"#.utf8))))
    }
  }

  // Tests that block hold the threads that tasks run on, so an answer may come late.
  private static let late = 600_000
  private static let options: JSONObject = [
    "lng": "da", "fallbackLng": false, "maxRetries": 0, "requestTimeout": .int(Int64(late)),
    "backend": ["loadPath": "http://h/{{lng}}/{{ns}}"],
  ]

  @Test func aRequestCanBeMade() {
    let request = TransportRequest(method: "POST", url: "http://h/", body: [1])
    #expect(request == TransportRequest(method: "POST", url: "http://h/", body: [1]))
    #expect(request != TransportRequest(url: "http://h/"))
  }

  @Test func aRequestIsMadeOnItsOwn() async throws {
    let transport = AsyncTransport { request in
      guard request.headers == [HeaderField("X-Key", "1")] else {
        return TransportResponse(status: 400)
      }
      return TransportResponse(
        status: 418, headers: [HeaderField("ETag", "e")], body: Array(request.method.utf8))
    }
    let request = TransportRequest(
      method: "PUT", url: "http://h/", headers: [HeaderField("X-Key", "1")], timeout: Self.late)
    let answer = try await request.response(over: transport)
    #expect(answer.status == 418)
    #expect(answer.headers == [HeaderField("ETag", "e")])
    #expect(answer.body == Array("PUT".utf8))
    let absent = try await TransportRequest(url: "/nowhere/at/all").response(over: transport)
    #expect(absent.status == 404)
    await #expect(throws: CalqueError.self) {
      try await TransportRequest(url: "gopher://h/").response(over: transport)
    }
  }

  @Test func cancellingATaskCancelsItsRequest() async throws {
    let silent = Silent()
    let task = Task {
      do throws(CalqueError) {
        return try await TransportRequest(url: "http://h/", timeout: Self.late)
          .response(over: silent).status
      } catch {
        return Int(error.status.rawValue)
      }
    }
    let asked = await first(of: silent.asked.stream)
    task.cancel()
    #expect(await task.value == Int(CalqueError.Status.cancelled.rawValue))
    #expect(await first(of: silent.cancelled.stream)?.id == asked?.id)
  }

  @Test func missingKeysArePosted() async throws {
    // The flush blocks a thread of tasks, so its answer may not need another one.
    let transport = Immediate()
    let translator = try Translator(
      options: [
        "lng": "da", "fallbackLng": false, "saveMissing": true, "saveMissingTo": "current",
        "requestTimeout": .int(Int64(Self.late)),
        "backend": ["loadPath": "http://h/{{lng}}/{{ns}}", "addPath": "http://h/{{lng}}/add"],
      ], transport: transport)
    try #require(await translator.load().status == .ok)
    #expect(translator.t("absent", "Not there") == "Not there")
    try #require(translator.flushMissingKeys(within: Self.late))
    transport.asked.continuation.finish()
    let posted = await transport.asked.stream.first { $0.method == "POST" }
    #expect(posted?.url == "http://h/da/add")
    #expect(posted?.body == Array(#"{"absent":"Not there"}"#.utf8))
  }

  @Test func cancellingReachesTheTransport() async throws {
    let silent = Silent()
    let translator = try Translator(options: Self.options, transport: silent)
    let load = Task { try await translator.load() }
    let asked = await first(of: silent.asked.stream)
    load.cancel()
    #expect(try await load.value.status == .cancelled)
    #expect(await first(of: silent.cancelled.stream)?.id == asked?.id)
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
    let begun = AsyncStream<Void>.makeStream()
    let ended = AsyncStream<Void>.makeStream()
    let transport = AsyncTransport { _ in
      begun.continuation.yield()
      do {
        try await Task.sleep(for: .seconds(600))
      } catch {
        ended.continuation.yield()
        throw error
      }
      return TransportResponse(status: 200)
    }
    let translator = try Translator(options: Self.options, transport: transport)
    let cancel = try translator.load { _ in }
    #expect(await first(of: begun.stream) != nil)
    cancel()
    #expect(await first(of: ended.stream) != nil)
  }

  /// Waits without taking a thread, which the other side may need.
  private func first<Element>(of stream: AsyncStream<Element>) async -> Element? {
    for await element in stream { return element }
    return nil
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
