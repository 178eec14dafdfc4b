import Calque
import Foundation
import Synchronization
import Testing

/// Calls of a localization to its backend.
@Suite struct LocalizationBackendTests {
  /// Answers by the end of the path; nothing while it is offline.
  private final class Backend: Sendable {
    let isOffline = Atomic(false)
    let asked = Mutex<[String]>([])

    var transport: AsyncTransport {
      AsyncTransport { request in
        self.asked.withLock { $0.append("\(request.method) \(request.url)") }
        if self.isOffline.load(ordering: .relaxed) {
          throw CalqueError(.unreachable, "nobody answers")
        }
        let body =
          request.url.contains("/languages")
          ? #"{"data": [{"id": 7, "name": "Danish", "locale": "da-DK", "direction": "LRM"}]}"#
          : request.method == "POST"
            ? #"{"data": {"id": 1, "section": "home", "key": "title", "locale": "en", "value": "Hi"}}"#
            : #"{"data": []}"#
        return TransportResponse(status: 200, body: Array(body.utf8))
      }
    }
  }

  private let backend = Backend()

  private func localization(_ dispatcher: Dispatcher? = nil) throws -> Localization {
    let made = try Localization(
      [
        "preferredLanguages": ["en"], "environment": "staging", "url": "http://h/api/",
        // Tests that block hold the threads that tasks run on, so an answer may come late.
        "timeout": 600_000,
      ],
      transport: backend.transport, dispatcher: dispatcher)
    try made.loadResource(#"{"data": {"home": {"title": "Welcome"}}}"#, locale: "en")
    return made
  }

  @Test func proposalsWaitUntilTheBackendAnswers() async throws {
    let texts = try localization()
    backend.isOffline.store(true, ordering: .relaxed)
    let error = await #expect(throws: CalqueError.self) {
      try await texts.propose("Hi", for: "home.title")
    }
    #expect(error?.status == .unreachable)
    #expect(texts.proposalSummary.queued == 1)
    #expect(try texts.localization(for: "home.title") == "Hi")
    backend.isOffline.store(false, ordering: .relaxed)
    #expect(try await texts.sendQueued()["queued"]?.int == 0)
    #expect(texts.proposalSummary.queued == 0)
  }

  @Test func proposalsAreFetchedByTheirState() async throws {
    let texts = try localization()
    for state in [ProposalListState.unaccepted, .accepted, .all] {
      #expect(try await texts.fetchProposals(state).array?.isEmpty == true)
    }
    let asked = backend.asked.withLock { $0.suffix(3) }
    #expect(asked.allSatisfy { $0.hasPrefix("GET http://h/api/content/localize/proposals") })
    #expect(Set(asked).count == 3)
  }

  @Test func languagesOfThePlatformAreFetched() async throws {
    let texts = try localization()
    let languages = try await texts.fetchAvailableLanguages()
    #expect(languages[0]?["locale"]?.string == "da-DK")
  }

  @Test func completionsRunWhereTheProgramWantsThem() async throws {
    let queue = DispatchQueue(label: "screens")
    let mark = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: mark, value: true)
    let texts = try localization { work in queue.async(execute: work) }
    let isOnQueue = await withCheckedContinuation { continuation in
      texts.updateLocalizations { _ in
        continuation.resume(returning: DispatchQueue.getSpecific(key: mark) == true)
      }
    }
    #expect(isOnQueue)
  }

  @Test func aScreenAsksForTheProtocolAlone() throws {
    let wrapper: any LocalizationWrappable = try localization()
    try wrapper.storeProposal("Better", locale: "en", for: "home.title")
    let texts: [String: [String: String]]? = try wrapper.translations()
    #expect(texts?["home"]?["title"] == "Welcome")
    #expect(!wrapper.containsComponent(for: "home.title"))
  }
}
