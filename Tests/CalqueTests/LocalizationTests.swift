import Calque
import Foundation
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
      completion: @escaping @Sendable (Result<TransportResponse, CalqueError>) -> Void
    ) {
      completion(.success(TransportResponse(status: status, body: Array(body.utf8))))
    }
  }

  private final class Label: Sendable {
    private let texts = Mutex<[String]>([])

    var shown: [String] { texts.withLock { $0 } }

    func show(_ text: String) { texts.withLock { $0.append(text) } }
  }

  private func localization(
    _ transport: any Transport = Backend(200, #"{"data": []}"#)
  ) throws -> Localization {
    let made = try Localization(
      // Tests that block hold the threads that tasks run on, so an answer may come late.
      ["preferredLanguages": ["en"], "environment": "staging", "timeout": 600_000],
      transport: transport)
    try made.loadResource(#"{"data": {"home": {"title": "Welcome"}}}"#, locale: "en")
    return made
  }

  @Test func textsAreLookedUp() throws {
    let texts = try localization()
    #expect(try texts.localization(for: "home.title") == "Welcome")
    #expect(try texts.localization(for: "home.none") == nil)
    #expect(throws: CalqueError.self) { try texts.localization(for: "home") }
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
    #expect(throws: CalqueError.self) { try failure.get() }
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
    let error = #expect(throws: CalqueError.self) {
      try Localization(["environment": "live"])
    }
    #expect(error?.path == "environment")
  }

  private final class Screen: NStackLocalizable {
    var translationIdentifier: TranslationIdentifier?
    var translatableValue: String?
    private(set) var isHighlighted = false

    func beginEditing() { isHighlighted = true }
    func endEditing() { isHighlighted = false }
  }

  /// "As we are storing references to NStackLocalizable items … these references are weak."
  @Test @MainActor func componentsAreHeldWeakly() throws {
    let texts = try localization()
    weak var gone: Screen?
    do {
      let screen = Screen()
      gone = screen
      try texts.localize(component: screen, for: texts.tr.home.title)
      #expect(screen.translatableValue == "Welcome")
      #expect(screen.translationIdentifier == "home.title")
      try texts.beginEditing()
      #expect(texts.isEditing)
      #expect(screen.isHighlighted)
      try texts.storeProposal("Better", locale: Locale(identifier: "en"), for: "home.title")
      #expect(screen.translatableValue == "Better")
      #expect(texts.endEditing().shown == 1)
      #expect(!screen.isHighlighted)
      #expect(texts.containsComponent(for: "home.title"))
    }
    #expect(gone == nil)
    #expect(!texts.containsComponent(for: "home.title"))
    texts.refreshLocalization()
  }

  @Test @MainActor func aComponentShowsOneText() throws {
    let texts = try localization()
    try texts.loadResource(#"{"data": {"home": {"title": "Welcome", "end": "Bye"}}}"#, locale: "en")
    let screen = Screen()
    try texts.localize(component: screen, for: "home.title")
    try texts.localize(component: screen, for: "home.end")
    try texts.storeProposal("Better", locale: "en", for: "home.title")
    #expect(screen.translatableValue == "Bye")
    #expect(!texts.containsComponent(for: "home.title"))
  }

  /// Edit mode and lists may be of one screen.
  @Test @MainActor func groupsAreEditedAlone() throws {
    let texts = try localization()
    let (here, elsewhere) = (Screen(), Screen())
    try texts.localize(component: here, for: "home.title", group: "home")
    try texts.localize(component: elsewhere, for: "home.title", group: "other")
    try texts.beginEditing(group: "home")
    #expect(here.isHighlighted)
    #expect(!elsewhere.isHighlighted)
    texts.endEditing()
    #expect(!here.isHighlighted)
    #expect(texts.listProposals(group: "home")["groups"]?.array?.count == 0)
    let number = try texts.localize("home.title") { _ in }
    #expect(texts.identifier(ofComponent: number) == "home.title")
    #expect(texts.identifier(ofComponent: 0) == nil)
  }

  @Test func textsAreMembersOfTheirSections() throws {
    let texts = try localization()
    let title: String = texts.tr.home.title
    #expect(title == "Welcome")
    #expect(texts.tr.home.none as String == "home.none")
    let identifier: TranslationIdentifier = texts.tr.home.title
    #expect(identifier == TranslationIdentifier(section: "home", key: "title"))
    struct Model: Decodable, Equatable {
      let home: [String: String]
    }
    let model: Model? = try texts.translations()
    #expect(model == Model(home: ["title": "Welcome"]))
  }

  @Test func proposalsAreListedForOneText() async throws {
    let stored =
      #"{"data": {"id": 1, "section": "home", "key": "title", "locale": "en", "value": "Hi"}}"#
    let texts = try localization(Backend(201, stored))
    let told = Mutex<[String]>([])
    let number = texts.on { name, _ in told.withLock { $0.append(name) } }
    let proposal = try await texts.propose("Hi", for: "home.title")
    #expect(proposal["id"]?.int == 1)
    #expect(try texts.listProposals(for: "home.title")["groups"]?.array?.count == 1)
    #expect(try texts.listProposals(for: "home.none")["groups"]?.array?.count == 0)
    #expect(texts.listProposals(section: "home")["groups"]?.array?.count == 1)
    #expect(try texts.proposedValue(locale: "en", for: "home.title") == "Hi")
    #expect(texts.proposalSummary.listed == 1)
    #expect(try texts.removeProposal(locale: "en", for: "home.title"))
    #expect(try !texts.removeProposal(locale: "en", for: "home.title"))
    #expect(texts.off(number))
    #expect(told.withLock { $0 }.contains("proposal"))
  }

  @Test func cancellingATaskCancelsItsCall() async throws {
    let asked = AsyncStream<Void>.makeStream()
    let transport = AsyncTransport { _ in
      asked.continuation.yield()
      try await Task.sleep(for: .seconds(600))
      return TransportResponse(status: 200)
    }
    let texts = try localization(transport)
    let call = Task { try await texts.fetchProposals(.all) }
    for await _ in asked.stream { break }
    call.cancel()
    let error = await #expect(throws: CalqueError.self) { try await call.value }
    #expect(error?.status == .cancelled)
  }
}
