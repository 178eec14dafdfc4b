import Calque
import Synchronization
import Testing

@Suite struct LocalizationTests {
  /// A backend that answers every request in the same way.
  private final class Backend: Transport {
    let status: Int
    let body: String

    init(_ status: Int, _ body: String) {
      self.status = status
      self.body = body
    }

    func start(
      _ request: TransportRequest,
      completion: @escaping @Sendable (Result<TransportResponse, TransportFailure>) -> Void
    ) {
      completion(.success(TransportResponse(status: status, body: Array(body.utf8))))
    }
  }

  private final class Label: Sendable {
    private let texts = Mutex<[String]>([])

    var shown: [String] { texts.withLock { $0 } }

    func show(_ text: String) { texts.withLock { $0.append(text) } }
  }

  private func localization(_ transport: (any Transport)? = nil) throws -> Localization {
    let made = try Localization(
      ["preferredLanguages": ["en"], "environment": "staging"], transport: transport)
    try made.loadResource(#"{"data": {"home": {"title": "Welcome"}}}"#, locale: "en")
    return made
  }

  @Test func textsAreLookedUp() throws {
    let texts = try localization()
    #expect(try texts.localization(for: "home.title") == "Welcome")
    #expect(try texts.localization(for: "home.none") == nil)
    #expect(throws: LocalizationError.self) { try texts.localization(for: "home") }
    #expect(texts.currentLocale == "en")
  }

  @Test func componentsFollowProposedValues() throws {
    let (texts, label) = (try localization(), Label())
    let component = try texts.localize(
      "home.title", beginEditing: { "white" }, endEditing: { label.show("end \($0)") },
      setLocalizedValue: { label.show($0) })
    try texts.beginEditing()
    try texts.storeProposal("Better", locale: "en", for: "home.title")
    _ = texts.endEditing()
    #expect(texts.containsComponent(for: "home.title"))
    #expect(texts.unregister(component))
    #expect(label.shown == ["Welcome", "Better", "end white"])
  }

  @Test func callsEndWithAResultOrAnError() async throws {
    let stored =
      #"{"data": {"id": 1, "section": "home", "key": "title", "locale": "en", "value": "Hi"}}"#
    let texts = try localization(Backend(201, stored))
    let proposal = await withCheckedContinuation { continuation in
      _ = try? texts.propose("Hi", for: "home.title") { continuation.resume(returning: $0) }
    }
    #expect(try proposal.get().json.contains(#""id":1"#))
    let refused = try localization(Backend(500, ""))
    let failure = await withCheckedContinuation { continuation in
      refused.updateLocalizations { continuation.resume(returning: $0) }
    }
    #expect(throws: LocalizationError.self) { try failure.get() }
  }

  @Test func aTranslatorReturnsWhatIsProposed() throws {
    let translator = try Translator(
      options: ["lng": "en", "ns": ["home"], "resources": ["en": ["home": ["title": "Welcome"]]]])
    let texts = try Localization()
    texts.connect(translator)
    #expect(try texts.localization(for: "home.title") == "Welcome")
    try texts.storeProposal("Better", locale: "en", for: "home.title")
    #expect(translator.t("home:title") == "Better")
    texts.connect(nil)
    #expect(translator.t("home:title") == "Welcome")
  }

  @Test func optionsThatCannotBeAreRefused() {
    let error = #expect(throws: LocalizationError.self) {
      try Localization(["environment": "live"])
    }
    #expect(error?.path == "environment")
  }
}
