import CalqueBase
import CalqueTransport
import TestSupport
import Testing

@testable import CalqueProposals

/// Random histories of proposing, refusing, outages, deleting and restarts, compared with a model.
@Suite struct ProposalModelTests {
  @Test func whatIsShownIsTheNewestThatWasNeitherRefusedNorDeleted() throws {
    for seed in 0..<histories(400) {
      let history = try History(UInt64(seed))
      for _ in 0..<20 where history.wrong == nil { try history.step() }
      if let wrong = history.wrong { Issue.record("history \(seed): \(wrong)") }
    }
  }
}

/// The proposed values, oldest first.
private struct Model {
  enum State: Equatable {
    case local, waiting, sent(Int64?)
  }

  struct Entry {
    let (key, value, base): (Text, Text, Text)
    var state: State
    var isHidden = false
  }

  var entries: [Entry] = []

  func shown(_ key: Text) -> Text? { entries.last { $0.key == key && !$0.isHidden }?.value }

  func values(_ state: State) -> [Text] {
    entries.filter { $0.state == state }.map { $0.value }
  }

  mutating func take(_ answer: ModelBackend.Answer) {
    guard let next = entries.firstIndex(where: { $0.state == .waiting }) else { return }
    switch answer {
    case .nothing: return
    case .refused: entries.remove(at: next)
    case .stored(var id):
      let key = entries[next].key
      // A value that the backend has already is one proposal with it.
      if id == nil {
        let older = entries[..<next].first {
          if case .sent(_?) = $0.state { return $0.key == key && $0.value == entries[next].value }
          return false
        }
        if case .sent(let known) = older?.state { id = known }
      }
      entries[next].state = .sent(id)
      let older = entries[..<next].filter { $0.key != key || id == nil || $0.state != .sent(id) }
      entries = older + entries[next...].filter { $0.state == .waiting || !$0.isHidden }
    }
  }

  mutating func list(_ stored: [(id: Int64, key: Text, value: Text)]) {
    for place in entries.indices where entries[place].state == .sent(nil) {
      let entry = entries[place]
      let known = stored.first { $0.key == entry.key && $0.value == entry.value }
      if let known { entries[place].state = .sent(known.id) }
    }
  }

  mutating func hide(_ isMeant: (Int, Entry) -> Bool) {
    for place in entries.indices where isMeant(place, entries[place]) {
      entries[place].isHidden = true
    }
    entries.removeAll { $0.isHidden && $0.state != .waiting }
  }
}

/// A backend that stores proposals, refuses them, or is out.
private final class ModelBackend: Transport {
  enum Mode: CaseIterable {
    case stores, refuses, isOut, isBusy, losesAnswers
  }

  enum Answer {
    case stored(Int64?), refused, nothing
  }

  struct State {
    var mode = Mode.stores
    /// Whether it keeps all values of a text, or replaces the last one.
    var keepsAll = false
    var stored: [(id: Int64, key: Text, value: Text)] = []
    var lastID: Int64 = 0
    /// The values that it was asked to store, and its answers.
    var log: [(value: Text, answer: Answer)] = []
  }

  let state = Mutex(State())

  func start(_ exchange: Exchange) {
    exchange.complete(
      state.withLock { state in
        switch exchange.request.method {
        case "POST": Self.store(exchange.request.body ?? "", &state)
        case "DELETE": Self.delete(exchange.request.url, &state)
        default: .success(Response(status: 200, body: Self.list(state)))
        }
      })
  }

  func cancel(_ exchange: Exchange) {}

  private static func store(_ form: Text, _ state: inout State) -> Result<Response, Diagnostic> {
    let members = form.split("&").map { $0.split("=") }
    let (key, value) = (members[1][1], members[2][1])
    let known = state.stored.first { $0.key == key && $0.value == value }
    switch state.mode {
    case .refuses:
      state.log.append((value, .refused))
      return .success(Response(status: 500))
    case .isBusy:
      state.log.append((value, .nothing))
      return .success(Response(status: 503))
    case .isOut:
      state.log.append((value, .nothing))
      return .failure(Diagnostic(.unreachable, "out"))
    case .stores, .losesAnswers: break
    }
    if known == nil {
      let old = state.keepsAll ? nil : state.stored.firstIndex { $0.key == key }
      if let old {
        state.stored[old].value = value
      } else {
        state.lastID += 1
        state.stored.append((state.lastID, key, value))
      }
    }
    guard state.mode == .stores else {
      state.log.append((value, .nothing))
      return .failure(Diagnostic(.timeout, "late"))
    }
    guard known == nil,
      let stored = state.stored.last(where: { $0.key == key && $0.value == value })
    else {
      state.log.append((value, .stored(nil)))
      return .success(Response(status: 412))
    }
    state.log.append((value, .stored(stored.id)))
    let body = Sample.stored(Sample.proposal(Int(stored.id), value, key: key))
    return .success(Response(status: 201, body: body))
  }

  private static func delete(_ url: Text, _ state: inout State) -> Result<Response, Diagnostic> {
    let id = url.split("/").last?.split("?").first
    state.stored.removeAll { Decimal.text(of: $0.id) == id }
    return .success(Response(status: 200, body: #"{"data": {"message": "gone"}}"#))
  }

  private static func list(_ state: State) -> Text {
    let list = state.stored.map { Sample.proposal(Int($0.id), $0.value, key: $0.key) }
    return "{\"data\": [" + Text.joined(list, by: ",") + "]}"
  }
}

private final class History {
  private static let keys: [Text] = ["a", "b"]

  private var dice: Dice
  private let folder = TestFolder()
  private let backend = ModelBackend()
  private var localization: Localization
  private var model = Model()
  private var normal: [Text] = ["a", "b"]
  private var steps: [String] = []
  private(set) var wrong: String?

  init(_ seed: UInt64) throws {
    dice = Dice(seed)
    localization = try Self.open(folder, backend)
    let keepsAll = dice.below(2) == 0
    backend.state.withLock { $0.keepsAll = keepsAll }
    try load()
  }

  deinit { localization.close() }

  private static func open(_ folder: TestFolder, _ backend: ModelBackend) throws -> Localization {
    let options: Members = [
      "url": .text(Stage.base), "guid": "g", "preferredLanguages": .array(["en-GB"]),
      "directory": .text(folder.path), "persistProposals": .bool(true),
    ]
    return try Localization(LocalizationOptions(options), .over(backend))
  }

  private func load() throws {
    let texts = zip(Self.keys, normal).map { "\"" + $0 + "\": \"" + $1 + "\"" }
    try localization.loadResource(
      Sample.resource("en-GB", "{\"home\": {" + Text.joined(texts, by: ",") + "}}"))
  }

  func step() throws {
    let place = dice.below(2)
    let key = Self.keys[place]
    let identifier = ItemIdentifier(checkedSection: "home", key: key)
    let value = ["one", "two", "three"][dice.below(3)] as Text
    switch dice.below(12) {
    case 0...3:
      steps.append("propose \(key.string) \(value.string)")
      let isSame = model.entries.last { $0.key == key && $0.state == .waiting }?.value == value
      if !isSame { add(place, value, .waiting) }
      _ = outcome { self.localization.propose(value, for: identifier, $0) }
      // It is sent after it was refused here, too.
      if isSame { _ = outcome { self.localization.sendQueued($0) } }
    case 4...6:
      let mode = ModelBackend.Mode.allCases[dice.below(5)]
      steps.append("backend \(mode)")
      backend.state.withLock { $0.mode = mode }
    case 7:
      steps.append("send")
      _ = outcome { self.localization.sendQueued($0) }
    case 8: delete()
    case 9:
      steps.append("restart")
      localization.close()
      localization = try Self.open(folder, backend)
    case 10:
      steps.append("store \(key.string) \(value.string)")
      model.entries.removeAll { $0.key == key && $0.state != .waiting }
      add(place, value, .local)
      try localization.storeProposal(value, locale: "en-GB", for: identifier)
    default: try change(place, key, identifier, value)
    }
    check()
  }

  private func add(_ place: Int, _ value: Text, _ state: Model.State) {
    model.entries.append(
      Model.Entry(key: Self.keys[place], value: value, base: normal[place], state: state))
  }

  private func outcome(
    _ start: (@escaping BackendOutcome.Completion) -> UInt64
  ) -> BackendOutcome {
    let latch = Latch<BackendOutcome>()
    _ = start { latch.open($0) }
    return latch.wait()
  }

  /// Deletes one of the proposals that the backend lists.
  private func delete() {
    _ = outcome { self.localization.sendQueued($0) }
    readLog()
    _ = outcome { self.localization.fetchProposals($0) }
    model.list(backend.state.withLock { $0.stored })
    // A list that came through sends what waits.
    _ = outcome { self.localization.sendQueued($0) }
    readLog()
    let stored = backend.state.withLock { $0.stored }
    guard !stored.isEmpty else { return }
    let gone = stored[dice.below(stored.count)]
    steps.append("delete \(gone.id) \(gone.key.string) \(gone.value.string)")
    _ = outcome { self.localization.deleteProposal(gone.id, $0) }
    model.entries.removeAll { entry in
      entry.state == .sent(gone.id)
        || entry.key == gone.key && entry.value == gone.value
          && (entry.state == .local || entry.state == .sent(nil))
    }
  }

  /// Removes the value that is shown, or has the normal text change.
  private func change(
    _ place: Int, _ key: Text, _ identifier: ItemIdentifier, _ value: Text
  ) throws {
    if dice.below(2) == 0 {
      steps.append("remove \(key.string)")
      model.hide { $1.key == key }
      try localization.removeProposal(locale: "en-GB", for: identifier)
    } else {
      steps.append("text \(key.string) \(value.string)")
      normal[place] = value
      for (place, key) in Self.keys.enumerated() {
        let text = normal[place]
        let last = model.entries.lastIndex {
          $0.key == key && ($0.value == text || $0.base != text)
        }
        model.hide { $1.key == key && $0 <= last ?? -1 }
      }
      try load()
    }
  }

  private func readLog() {
    let log = backend.state.withLock { state in
      defer { state.log = [] }
      return state.log
    }
    for (value, answer) in log {
      if value != model.values(.waiting).first { fail("sent \(value.string) out of order") }
      model.take(answer)
    }
  }

  private func fail(_ message: String) {
    wrong = wrong ?? message + " after " + steps.joined(separator: ", ")
  }

  private func check() {
    readLog()
    for (place, key) in Self.keys.enumerated() {
      let shown = localization.find(ItemIdentifier(checkedSection: "home", key: key))?.value
      let wanted = model.shown(key) ?? normal[place]
      if shown != wanted {
        fail("\(key.string) is \(shown?.string ?? "-"), not \(wanted.string)")
      }
    }
    let list = localization.listProposals().object
    for (name, state) in [("queued", .waiting), ("stored", .local)] as [(Text, Model.State)] {
      let values = list?[name]?.array?.compactMap { $0.object?["value"]?.text } ?? []
      if values != model.values(state) { fail("\(name.string) is \(values.map { $0.string })") }
    }
  }
}
