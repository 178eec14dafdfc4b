import CalqueBase
import Testing

@testable import CalqueProposals

@Suite struct ProposalsConcurrencyTests {
  /// The object that a component's callback reaches; freed when the component is gone.
  private final class Widget: Sendable {
    private let alive: Mutex<Int>
    private let value = Mutex<Text>("")

    init(_ alive: Mutex<Int>) {
      self.alive = alive
      alive.withLock { $0 += 1 }
    }

    deinit { alive.withLock { $0 -= 1 } }

    var shown: Text {
      get { value.withLock { $0 } }
      set { value.withLock { $0 = newValue } }
    }

    func register(_ identifier: ItemIdentifier, in localization: Localization) -> UInt64 {
      let number = localization.register(
        identifier, ComponentHandlers(setValue: { self.shown = $0.value }))
      localization.show(component: number)
      return number
    }
  }

  private static func identifier(_ number: Int) -> ItemIdentifier {
    ItemIdentifier(checkedSection: "home", key: Decimal.text(of: Int64(number)))
  }

  private static func inParallel(_ bodies: [@Sendable () -> Void]) {
    let workers = bodies.map { _ in Worker() }
    let latches = bodies.map { _ in Latch<Bool>() }
    for ((worker, latch), body) in zip(zip(workers, latches), bodies) {
      worker.run {
        body()
        latch.open(true)
      }
    }
    for latch in latches { _ = latch.wait() }
  }

  private func loaded(_ count: Int) throws -> Stage {
    let stage = try Stage(
      #"{"preferredLanguages": ["en-GB"], "environment": "development"}"#)
    let numbers = (0..<count).map { Decimal.text(of: Int64($0)) }
    let texts = Text.joined(numbers.map { "\"" + $0 + "\": \"text\"" }, by: ",")
    try stage.localization.loadResource(Sample.resource("en-GB", "{\"home\": {" + texts + "}}"))
    return stage
  }

  @Test func tenThousandComponentsAndProposalsFromTwoThreadsLeaveNothingBehind() throws {
    let alive = Mutex(0)
    let stage = try loaded(10_000)
    let localization = stage.localization
    let halves: [@Sendable () -> Void] = [0, 1].map { half in
      {
        var numbers: [UInt64] = []
        for place in 0..<5000 {
          let widget = Widget(alive)
          numbers.append(
            widget.register(Self.identifier(place * 2 + half), in: localization))
        }
        for place in 0..<1000 {
          let identifier = Self.identifier((place * 7) % 1000)
          try? localization.storeProposal("proposed", locale: "en-GB", for: identifier)
          if place % 3 == 0 { _ = localization.unregister(component: numbers[place]) }
          _ = try? localization.removeProposal(locale: "en-GB", for: identifier)
        }
        for number in numbers { _ = localization.unregister(component: number) }
      }
    }
    Self.inParallel(halves)
    #expect(alive.withLock { $0 } == 0)
    #expect(localization.proposalSummary.shown == 0)
  }

  @Test func theLastValueIsTheOneThatIsShown() throws {
    let stage = try loaded(10)
    let localization = stage.localization
    let alive = Mutex(0)
    let widgets = (0..<10).map { _ in Widget(alive) }
    for (place, widget) in widgets.enumerated() {
      _ = widget.register(Self.identifier(place), in: localization)
    }
    let writers: [@Sendable () -> Void] = (0..<3).map { writer in
      {
        for round in 0..<300 {
          let value = Decimal.text(of: Int64(writer * 1000 + round))
          try? localization.storeProposal(
            value, locale: "en-GB", for: Self.identifier(round % 10))
        }
      }
    }
    let editor: @Sendable () -> Void = {
      for _ in 0..<50 {
        try? localization.beginEditing()
        localization.refreshLocalization()
        _ = localization.endEditing()
        localization.setPreferredLanguages(["en-GB"])
      }
    }
    Self.inParallel(writers + [editor])
    for (place, widget) in widgets.enumerated() {
      #expect(widget.shown == localization.find(Self.identifier(place))?.value)
    }
    localization.close()
  }

  @Test func callsFromManyThreadsCompleteOnceEach() throws {
    let stage = try loaded(10)
    let localization = stage.localization
    stage.answerStore(200, Sample.stored(Sample.proposal(1, "x")))
    stage.serve(Sample.index(Sample.entry(1, "en-GB")), [("r/1", Sample.resource("en-GB"))])
    let completed = Mutex(0)
    let count: BackendOutcome.Completion = { _ in completed.change { $0 += 1 } }
    let callers: [@Sendable () -> Void] = (0..<3).map { caller in
      {
        for round in 0..<40 {
          let value = Decimal.text(of: Int64(caller * 1000 + round))
          let call = localization.propose(value, for: .title, count)
          if round % 4 == 0 { localization.cancel(call: call) }
          localization.update(count)
          localization.fetchProposals(state: .all, count)
          localization.deleteProposal(1, count)
        }
      }
    }
    Self.inParallel(callers)
    completed.wait { $0 >= 480 ? .done(()) : .forever }
    let last = Latch<Bool>()
    localization.sendQueued { _ in last.open(true) }
    _ = last.wait()
    #expect(completed.change { $0 } == 480)
  }

  @Test func aConnectedSourceEndsWithTheValuesOfTheMoment() throws {
    let stage = try loaded(1)
    let localization = stage.localization
    let source = MemorySource()
    let resources = source.resources
    SourceConnection.connect(localization, source)
    let writers: [@Sendable () -> Void] = (0..<3).map { writer in
      {
        for round in 0..<100 {
          let identifier = Self.identifier(100 + round % 5)
          if (writer + round) % 3 == 0 {
            _ = try? localization.removeProposal(locale: "en-GB", for: identifier)
          } else {
            let value = Decimal.text(of: Int64(writer * 1000 + round))
            try? localization.storeProposal(value, locale: "en-GB", for: identifier)
          }
        }
      }
    }
    Self.inParallel(writers)
    for number in 100..<105 {
      let identifier = Self.identifier(number)
      let proposed = localization.proposedValue(of: identifier, locale: "en-GB")
      #expect(resources.withLock { $0[identifier.joined] } == proposed)
    }
    localization.close()
    #expect(resources.withLock { $0.isEmpty })
  }
}

/// A source of values in memory, which changes whenever it is set.
private final class MemorySource: ValueSource {
  let resources = Mutex(TextTable<Text>())
  private let changed = Mutex<@Sendable () -> Void>({})

  var languages: [Text] { ["en-GB"] }

  func resource(_ language: Text, _ identifier: ItemIdentifier) -> Value? {
    resources.withLock { $0[identifier.joined] }.map { .text($0) }
  }

  func setResource(_ value: Value?, _ language: Text, _ identifier: ItemIdentifier) {
    resources.withLock { $0[identifier.joined] = value?.text }
    changed.withLock { $0 }()
  }

  func start(_ changed: @escaping @Sendable () -> Void) { self.changed.withLock { $0 = changed } }

  func stop() {}
}
