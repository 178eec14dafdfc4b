import Calque
import Testing

@Suite struct LoadingTests {
  private let options: JSONValue = [
    "lng": "da", "fallbackLng": false, "maxRetries": 0,
    "backend": ["loadPath": "http://h/{{lng}}/{{ns}}"],
  ]

  @Test func catalogsAreLoadedOverAFunction() async throws {
    let translator = try Translator(.v4, options: options) { request in
      #expect(request.method == "GET")
      #expect(request.url == "http://h/da/translation")
      return TransportResponse(status: 200, body: Array(#"{"k":"K"}"#.utf8))
    }
    let report = try await translator.load()
    #expect(report.status == .ok)
    #expect(report.files.map { $0.source } == [.network])
    #expect(translator.t("k") == "K")
    #expect(try translator.loadAndWait(["ns": "translation"]).status == .ok)
  }

  @Test func whatFailsIsInTheReport() async throws {
    let translator = try Translator(.v4, options: options) { _ in throw TransportError.insecure }
    let report = try await translator.load()
    #expect(report.status == .failed)
    #expect(report.files.first?.outcome == .failed)
    #expect(report.files.first?.error?.status == 63)
  }

  @Test func aWrongRequestIsThrown() async throws {
    let translator = try Translator(.v4, options: options)
    await #expect(throws: TranslatorError.self) { try await translator.load(["lng": 1]) }
  }

  @Test func cancellingTheTaskCancelsTheLoad() async throws {
    let (requests, asked) = AsyncStream.makeStream(of: Void.self)
    let translator = try Translator(.v4, options: options) { _ in
      asked.yield()
      // Ends when its task is cancelled.
      try await Task.sleep(for: .seconds(3600))
      throw TransportError.timeout
    }
    let load = Task { try await translator.load() }
    for await _ in requests { break }
    load.cancel()
    #expect(try await load.value.status == .cancelled)
  }

  @Test func aTaskThatIsCancelledAlreadyLoadsNothing() async throws {
    let translator = try Translator(.v4, options: options) { _ in
      try await Task.sleep(for: .seconds(3600))
      throw TransportError.timeout
    }
    let load = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await translator.load()
    }
    #expect(try await load.value.status == .cancelled)
  }
}
