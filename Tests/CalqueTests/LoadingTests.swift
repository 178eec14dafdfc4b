import Calque
import Foundation
import Testing

@Suite struct LoadingTests {
  private let options: JSONObject = [
    "lng": "da", "fallbackLng": false, "maxRetries": 0, "requestTimeout": 600_000,
    "backend": ["loadPath": "http://h/{{lng}}/{{ns}}"],
  ]

  /// Answers every request alike; without an answer, never.
  private final class Server: Transport {
    private let answer: Result<TransportResponse, CalqueError>?
    private let asked: AsyncStream<TransportRequest>.Continuation
    let requests: AsyncStream<TransportRequest>

    init(_ answer: Result<TransportResponse, CalqueError>?) {
      self.answer = answer
      (requests, asked) = AsyncStream.makeStream()
    }

    func start(
      _ request: TransportRequest,
      completion: @escaping @Sendable (Result<TransportResponse, CalqueError>) -> Void
    ) {
      asked.yield(request)
      if let answer { completion(answer) }
    }
  }

  @Test func catalogsAreLoadedOverATransport() async throws {
    let body = Array(#"{"k":"K"}"#.utf8)
    let server = Server(.success(TransportResponse(status: 200, body: body)))
    let translator = try Translator(.v4, options: options, transport: server)
    let report = try await translator.load()
    #expect(report.status == .ok)
    #expect(report.files.map { $0.source } == [.network])
    #expect(report.files.first?.location == "http://h/da/translation")
    #expect(translator.t("k") == "K")
    #expect(try translator.loadAndWait(["ns": "translation"]).status == .ok)
  }

  @Test func whatFailsIsInTheReport() async throws {
    let server = Server(.failure(CalqueError(.insecure, "nobody knows this certificate")))
    let translator = try Translator(.v4, options: options, transport: server)
    let report = try await translator.load()
    #expect(report.status == .failed)
    #expect(report.files.first?.outcome == .failed)
    #expect(report.files.first?.error?.status == .insecure)
    #expect(report.files.first?.error?.message == "nobody knows this certificate")
  }

  @Test func reportsAreCodable() async throws {
    let server = Server(.failure(CalqueError(.unreachable, "nobody is there")))
    let translator = try Translator(.v4, options: options, transport: server)
    let report = try await translator.load()
    let data = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(LoadReport.self, from: data) == report)
    let read = try JSONObject(parsing: String(decoding: data, as: UTF8.self))
    #expect(read["status"] == "failed")
    #expect(read["files"]?[0]?["source"] == "network")
    #expect(read["files"]?[0]?["outcome"] == "failed")
    let wrong = Data(#""gone""#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(LoadOutcome.self, from: wrong) }
  }

  @Test func aWrongRequestIsThrown() async throws {
    let translator = try Translator(.v4, options: options, transport: Server(nil))
    await #expect(throws: CalqueError.self) { try await translator.load(["lng": 1]) }
  }

  @Test func cancellingTheTaskCancelsTheLoad() async throws {
    let server = Server(nil)
    let translator = try Translator(.v4, options: options, transport: server)
    let load = Task { try await translator.load() }
    for await _ in server.requests { break }
    load.cancel()
    #expect(try await load.value.status == .cancelled)
  }

  @Test func aTaskThatIsCancelledAlreadyEndsTheSame() async throws {
    let translator = try Translator(.v4, options: options, transport: Server(nil))
    let load = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await translator.load()
    }
    #expect(try await load.value.status == .cancelled)
  }
}
