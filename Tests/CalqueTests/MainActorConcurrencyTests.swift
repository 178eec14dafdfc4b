import Calque
import CalqueBase
import Foundation
import TestSupport
import Testing

/// The samples of the seeds on the main actor: controllers and labels that belong to it, as UIKit's do.
@MainActor @Suite struct MainActorConcurrencyTests {
  /// The classes of UIKit.
  @MainActor class UIView {}

  final class UILabel: UIView {
    var text: String? { didSet { MainActor.preconditionIsolated() } }
    var backgroundColor = "white"
    var translationIdentifier: TranslationIdentifier?
    var wasShown: (() -> Void)?
  }

  @MainActor class UIViewController {
    let label = UILabel()
    var isDone: CheckedContinuation<Void, Never>?

    func done() {
      isDone?.resume()
      isDone = nil
    }
  }

  /// Answers from a table, on a thread of its own.
  private final class Server: Transport {
    private let pages: [String: String]

    init(_ pages: [String: String]) { self.pages = pages }

    func start(
      _ request: TransportRequest,
      completion: @escaping @Sendable (Result<TransportResponse, CalqueError>) -> Void
    ) {
      let body = pages[request.url]
      DispatchQueue.global().async {
        guard let body else {
          return completion(.failure(CalqueError(.unreachable, "no such server")))
        }
        completion(.success(TransportResponse(status: 200, body: Array(body.utf8))))
      }
    }
  }

  private static func fetcher(_ folder: TestFolder) throws -> TextFetcher {
    try folder.write("bundled", to: "eula.txt")
    let fetcher = TextFetcher(
      withSessionID: "main", cacheDirectory: folder.path.string,
      transport: Server([
        "http://server/versions.json": #"{"eula": "2.0.0"}"#, "http://server/eula.txt": "served",
      ]))
    fetcher.setResourceBundle(to: folder.path.string)
    fetcher.registerTextSource(
      TextSource(
        identifier: "eula", bundleFile: BundleFile(fileName: "eula", fileExtension: "txt"),
        remoteFile: RemoteFile(urlString: "http://server/eula.txt")))
    return fetcher
  }

  // MARK: TextFetcher

  /// "class MyViewController: UIViewController, TextFetcherNotificationReceiver"
  private final class MyViewController: UIViewController, TextFetcherNotificationReceiver {
    private(set) var needsToAccept: String?

    func versionIncreased(to version: Version, for textSource: TextSource) {
      MainActor.preconditionIsolated()
      if textSource.identifier == "eula" {
        needsToAccept = version.stringValue
        done()
      }
    }
  }

  @Test func aControllerIsNotifiedOnTheMainActor() async throws {
    let folder = TestFolder()
    let fetcher = try Self.fetcher(folder)
    let controller = MyViewController()
    fetcher.addNotificationReceiver(controller)
    await withCheckedContinuation { continuation in
      controller.isDone = continuation
      fetcher.setVersionSource(
        to: VersionSource(remoteFile: RemoteFile(urlString: "http://server/versions.json")))
    }
    #expect(controller.needsToAccept == "2.0.0")
    fetcher.removeNotificationReceiver(controller)
  }

  /// "text(for:) { self.label.text = $0 }"
  @Test func aCompletionMayTouchALabel() async throws {
    let folder = TestFolder()
    let fetcher = try Self.fetcher(folder)
    let controller = UIViewController()
    fetcher.text(for: "eula") { text, version in controller.label.text = text }
    #expect(controller.label.text == "bundled")
    await withCheckedContinuation { continuation in
      controller.isDone = continuation
      fetcher.setVersionSource(
        to: VersionSource(remoteFile: RemoteFile(urlString: "http://server/versions.json"))
      ) { controller.done() }
    }
    await withCheckedContinuation { continuation in
      controller.isDone = continuation
      fetcher.text(for: "eula", awaitRemoteFetchIfNeeded: true) { text, version in
        controller.label.text = "\(text ?? "None") \(version?.stringValue ?? "none")"
        controller.done()
      }
    }
    #expect(controller.label.text == "served 2.0.0")
  }

  /// A closure of another actor runs there.
  @Test func aCompletionOfAnActorIsCalledThere() async throws {
    actor ViewModel {
      private(set) var text: String?
      func load(from fetcher: TextFetcher) async {
        await withCheckedContinuation { continuation in
          fetcher.text(for: "eula", awaitRemoteFetchIfNeeded: true) { text, _ in
            self.text = text
            continuation.resume()
          }
        }
      }
    }
    let folder = TestFolder()
    let model = ViewModel()
    await model.load(from: try Self.fetcher(folder))
    #expect(await model.text == "bundled")
  }

  // MARK: NStack

  private static func localization() throws -> Localization {
    let localization = try Localization([
      "environment": "staging", "fallbackLocale": "en-GB", "preferredLanguages": ["en-GB"],
    ])
    try localization.loadResource(
      #"{"data": {"home": {"title": "Welcome"}}}"#, locale: "en-GB")
    return localization
  }

  /// "myLabel.localize(for: tr.defaultSection.yes)": shown at once on the main actor, and on it when
  /// another thread proposes.
  @Test func aLabelShowsItsTextOnTheMainActor() async throws {
    let localization = try Self.localization()
    let label = UILabel()
    try localization.localize(component: label, for: "home.title")
    #expect(label.text == "Welcome")
    await withCheckedContinuation { continuation in
      label.wasShown = { continuation.resume() }
      Task.detached {
        try? localization.storeProposal("Hi", locale: "en-GB", for: "home.title")
      }
    }
    label.wasShown = nil
    #expect(label.text == "Hi")
    try localization.beginEditing()
    #expect(label.backgroundColor == "yellow")
    localization.endEditing()
    #expect(label.backgroundColor == "white")
  }

  /// Of several values that wait for the main queue the last one is shown.
  @Test func theLastValueIsShown() async throws {
    let localization = try Self.localization()
    let label = UILabel()
    try localization.localize(component: label, for: "home.title")
    await Task.detached {
      for number in 0..<100 {
        try? localization.storeProposal("\(number)", locale: "en-GB", for: "home.title")
      }
    }.value
    try localization.storeProposal("last", locale: "en-GB", for: "home.title")
    #expect(label.text == "last")
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
    #expect(label.text == "last")
  }

  // MARK: i18next-ios, Blockly, MSMessage

  @Test func completionsOfTheOtherNounsMayTouchALabelToo() async throws {
    let controller = UIViewController()
    let i18n = I18Next()
    i18n.load(
      options: ["lang": "en", "resourcesStore": ["en": ["translation": ["key": "value"]]]]
    ) { error in
      controller.label.text = error.map { "\($0)" } ?? i18n.t("key")
    }
    #expect(controller.label.text == "value")
    let manager = MessageManager()
    _ = manager.onChange { epoch in controller.label.text = "changed" }
    manager.loadMessages(["LISTS_INLIST": "in list"])
    #expect(controller.label.text == "changed")
    let conversation = Conversation()
    _ = conversation.on { event in controller.label.text = "event" }
    conversation.insert(Message(session: Session())) { error in #expect(error == nil) }
    _ = try conversation.commit()
    #expect(controller.label.text == "event")
  }
}

extension MainActorConcurrencyTests.UILabel: NStackLocalizable {
  var translatableValue: String? {
    get { text }
    set {
      text = newValue
      wasShown?()
    }
  }

  func beginEditing() { backgroundColor = "yellow" }
  func endEditing() { backgroundColor = "white" }
}
