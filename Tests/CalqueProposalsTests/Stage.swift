import CalqueBase
import CalqueJSON
import CalqueTransport
import TestSupport

@testable import CalqueProposals

/// A localization with a backend of memory and a clock that stands still.
final class Stage {
  static let base: Text = "https://backend.test/api/"
  static let content: Text = base + "content/localize/"
  static let indexURL = content + "resources/platforms/mobile?guid=g-1&platform=mobile"
  static let proposalsURL = content + "proposals"

  let transport: MemoryTransport
  let localization: Localization

  init(_ json: Text = "{}", transport: MemoryTransport = MemoryTransport()) throws {
    var members = try JSON.parse(json).object ?? Members()
    if members["url"] == nil { members["url"] = .text(Self.base) }
    if members["guid"] == nil { members["guid"] = "g-1" }
    var services = Services(now: { 1_795_305_601_000 })
    services.transport = transport
    self.transport = transport
    localization = try Localization(LocalizationOptions(members), services)
  }

  /// A directory of its own under the options.
  convenience init(in folder: TestFolder, _ more: Text = "") throws {
    try self.init("{\"directory\": \"" + folder.path + "\"" + more + "}")
  }

  deinit { localization.close() }

  /// The text of an identifier; "-" for none.
  func text(_ identifier: Text) -> Text {
    (try? localization.find(identifier))?.value ?? "-"
  }

  /// Starts a call and waits for what it comes to.
  func outcome(
    _ start: (@escaping BackendOutcome.Completion) -> UInt64
  ) -> BackendOutcome {
    let latch = Latch<BackendOutcome>()
    _ = start { latch.open($0) }
    return latch.wait()
  }

  func update() -> BackendOutcome { outcome { localization.update($0) } }

  func propose(_ value: Text, _ identifier: ItemIdentifier = .title) -> BackendOutcome {
    outcome { localization.propose(value, for: identifier, $0) }
  }

  /// Answers the index with entries, and each resource that is named with its texts.
  func serve(_ index: Text, _ resources: [(name: Text, body: Text)] = []) {
    transport.answer(Self.indexURL, with: Response(status: 200, body: index))
    for (name, body) in resources {
      transport.answer(Self.resourceURL(name), with: Response(status: 200, body: body))
    }
  }

  static func resourceURL(_ name: Text) -> Text {
    base + name + "?guid=g-1&platform=mobile"
  }

  /// Has the backend answer the storing of a proposal.
  func answerStore(_ status: Int, _ body: Text) {
    transport.answer(Self.proposalsURL, with: Response(status: status, body: body))
  }
}

extension ItemIdentifier {
  static let title = ItemIdentifier(checkedSection: "home", key: "title")
}

extension Value: ExpressibleByStringLiteral {
  public init(stringLiteral literal: StaticString) { self = .text(Text(stringLiteral: literal)) }
}

/// Payloads of a small app.
enum Sample {
  static func entry(
    _ id: Int, _ locale: Text, update: Bool = true, best: Bool = false, standard: Bool = false
  ) -> Text {
    let number = Decimal.text(of: Int64(id))
    return "{\"id\": " + number + ", \"url\": \"" + Stage.base + "r/" + number
      + "\", \"last_updated_at\": \"\\\"2026-01-02 03:04:05\\\"\", \"should_update\": "
      + (update ? "true" : "false") + ", \"language\": " + language(locale, best, standard) + "}"
  }

  static func language(_ locale: Text, _ best: Bool = false, _ standard: Bool = false) -> Text {
    "{\"id\": 7, \"name\": \"" + locale + "\", \"locale\": \"" + locale
      + "\", \"direction\": \"LRM\", \"is_best_fit\": " + (best ? "true" : "false")
      + ", \"is_default\": " + (standard ? "true" : "false") + "}"
  }

  static func index(_ entries: Text...) -> Text {
    "{\"data\": [" + Text.joined(entries, by: ",") + "]}"
  }

  /// A resource whose texts end in the locale.
  static func resource(_ locale: Text, _ data: Text? = nil) -> Text {
    let data = data ?? "{\"home\": {\"title\": \"Title " + locale + "\"}}"
    return "{\"data\": " + data + ", \"meta\": {\"language\": " + language(locale) + "}}"
  }

  static func proposal(
    _ id: Int, _ value: Text, locale: Text = "en-GB", key: Text = "title", canDelete: Text = "true"
  ) -> Text {
    "{\"id\": " + Decimal.text(of: Int64(id)) + ", \"application_id\": 9, \"section\": \"home\""
      + ", \"key\": \"" + key + "\", \"locale\": \"" + locale + "\", \"value\": \"" + value
      + "\", \"can_delete\": " + canDelete + "}"
  }

  static func stored(_ proposal: Text) -> Text { "{\"data\": " + proposal + "}" }
}

/// The status that a call is refused with.
func refusal(_ body: () throws -> some Any) -> Diagnostic? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? Diagnostic
  }
}
