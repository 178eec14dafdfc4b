import CalqueBase
import CalqueTransport
import Testing

@testable import CalqueProposals

@Suite struct ComponentTests {
  private func stage(_ more: Text = "") throws -> Stage {
    let stage = try Stage(
      "{\"preferredLanguages\": [\"en-GB\"], \"environment\": \"development\"" + more + "}")
    try stage.localization.loadResource(Sample.resource("en-GB"))
    try stage.localization.loadResource(Sample.resource("da-DK"))
    return stage
  }

  @Test func aComponentIsShownItsValueNowAndWhenItChanges() throws {
    let (stage, label) = (try stage(), Label())
    label.register(in: stage.localization)
    try stage.localization.storeProposal("Better", locale: "en-GB", for: .title)
    try stage.localization.setLanguageOverride("da-DK")
    try stage.localization.removeProposal(locale: "en-GB", for: .title)
    #expect(label.calls == ["Title en-GB", "Better", "Title da-DK"])
  }

  @Test func aComponentWithoutATextIsLeftAlone() throws {
    let (stage, label) = (try stage(), Label())
    label.register(ItemIdentifier(checkedSection: "home", key: "none"), in: stage.localization)
    stage.localization.refreshLocalization()
    #expect(label.calls.isEmpty)
  }

  @Test func refreshingShowsAllValuesAgain() throws {
    let (stage, one, other) = (try stage(), Label(), Label())
    one.register(in: stage.localization)
    other.register(in: stage.localization)
    stage.localization.refreshLocalization()
    #expect(one.calls == ["Title en-GB", "Title en-GB"])
    #expect(other.calls == ["Title en-GB", "Title en-GB"])
  }

  @Test func otherComponentsAreNotTouched() throws {
    let (stage, label) = (try stage(), Label())
    label.register(in: stage.localization)
    try stage.localization.storeProposal(
      "x", locale: "en-GB", for: ItemIdentifier(checkedSection: "home", key: "other"))
    #expect(label.calls.count == 1)
  }

  @Test func anUnregisteredComponentIsForgotten() throws {
    let (stage, label) = (try stage(), Label())
    let number = label.register(in: stage.localization)
    #expect(stage.localization.containsComponent(.title))
    #expect(stage.localization.unregister(component: number))
    #expect(!stage.localization.unregister(component: number))
    #expect(!stage.localization.show(component: number))
    #expect(!stage.localization.containsComponent(.title))
    try stage.localization.storeProposal("Better", locale: "en-GB", for: .title)
    #expect(label.calls.count == 1)
  }

  @Test func aComponentMayUnregisterItselfAndProposeFromInside() throws {
    let (stage, label) = (try stage(), Label())
    let localization = stage.localization
    let own = Mutex<UInt64>(0)
    let number = localization.register(
      .title,
      ComponentHandlers(setValue: { [unowned localization] found in
        label.note(found.value)
        if found.value == "Better" {
          _ = localization.unregister(component: own.withLock { $0 })
          try? localization.storeProposal("Best", locale: "en-GB", for: .title)
        } else {
          try? localization.storeProposal("Better", locale: "en-GB", for: .title)
        }
      }))
    own.withLock { $0 = number }
    localization.show(component: number)
    #expect(label.calls == ["Title en-GB", "Better"])
    #expect(stage.text("home.title") == "Best")
  }

  @Test func componentsAreCalledWhereTheHostWants() throws {
    let work = Mutex<[@Sendable () -> Void]>([])
    var services = Services(now: { 0 })
    services.dispatch = { job in work.withLock { $0.append(job) } }
    let localization = try Localization(LocalizationOptions(), services)
    try localization.loadResource(Sample.resource("en-GB"))
    let label = Label()
    let number = label.register(in: localization)
    for value in ["1", "2", "3"] as [Text] {
      try localization.storeProposal(value, locale: "en-GB", for: .title)
    }
    #expect(label.calls.isEmpty)
    func run() {
      let jobs = work.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      for job in jobs { job() }
    }
    run()
    #expect(label.calls == ["3"])
    try localization.storeProposal("4", locale: "en-GB", for: .title)
    _ = localization.unregister(component: number)
    run()
    #expect(label.calls == ["3"])
    localization.close()
  }

  @Test func closingUnregistersAll() throws {
    let (stage, label) = (try stage(), Label())
    label.register(in: stage.localization)
    stage.localization.close()
    try stage.localization.storeProposal("Better", locale: "en-GB", for: .title)
    #expect(label.calls.count == 1)
    #expect(stage.text("home.title") == "Better")
  }

  // MARK: Edit mode

  @Test func editModeHighlightsAndRestores() throws {
    let (stage, label, late) = (try stage(), Label(), Label())
    label.register(in: stage.localization)
    try stage.localization.beginEditing()
    try stage.localization.beginEditing()
    #expect(stage.localization.isEditing)
    late.register(in: stage.localization)
    try stage.localization.storeProposal("Better", locale: "en-GB", for: .title)
    let summary = stage.localization.endEditing()
    #expect(summary == ProposalSummary(listed: 0, shown: 1, queued: 0))
    #expect(summary.hasProposals)
    #expect(!stage.localization.isEditing)
    _ = stage.localization.endEditing()
    #expect(label.calls == ["Title en-GB", "begin", "Better", "end white"])
    #expect(late.calls == ["Title en-GB", "begin", "Better", "end white"])
  }

  @Test func withoutProposalsTheSummarySaysSo() throws {
    let stage = try stage()
    try stage.localization.beginEditing()
    #expect(!stage.localization.endEditing().hasProposals)
  }

  @Test func thereIsNoEditModeInProduction() throws {
    let stage = try Stage()
    #expect(refusal { try stage.localization.beginEditing() }?.code == .refused)
    #expect(!stage.localization.isEditing)
  }

  // MARK: Sources of values

  @Test func aSourceYieldsWhatNoTableHas() throws {
    let (stage, label) = (try Stage(), Label())
    let told = Label()
    let source = TestSource(.text("Hooked"), told)
    SourceConnection.connect(stage.localization, source)
    label.register(in: stage.localization)
    source.setResource(.text("Changed"), "en", .title)
    #expect(stage.localization.currentLocale == "en")
    try stage.localization.storeProposal("Better", locale: "en", for: .title)
    try stage.localization.removeProposal(locale: "en", for: .title)
    #expect(label.calls == ["Hooked", "Changed", "Better", "Changed"])
    stage.localization.setHook(nil)
    #expect(told.calls == ["Changed", "Better", "Changed", "end"])
    #expect(stage.text("home.title") == "-")
  }

  @Test func aSourceIsToldOfProposedValues() throws {
    let stage = try stage()
    try stage.localization.storeProposal("Before", locale: "en", for: .title)
    let told = Label()
    SourceConnection.connect(stage.localization, TestSource(nil, told))
    try stage.localization.storeProposal("After", locale: "en", for: .title)
    try stage.localization.removeProposal(locale: "en", for: .title)
    stage.localization.close()
    #expect(told.calls == ["Before", "After", "-", "end"])
  }
}

/// A source with a value for one identifier, which notes what it is told.
private final class TestSource: ValueSource {
  private let value: Mutex<Value?>
  private let told: Label
  private let changed = Mutex<@Sendable () -> Void>({})

  init(_ value: Value?, _ told: Label) { (self.value, self.told) = (Mutex(value), told) }

  var languages: [Text] { ["en"] }

  func resource(_ language: Text, _ identifier: ItemIdentifier) -> Value? {
    identifier == .title ? value.withLock { $0 } : nil
  }

  func setResource(_ value: Value?, _ language: Text, _ identifier: ItemIdentifier) {
    self.value.withLock { $0 = value }
    told.note(value?.text ?? "-")
    changed.withLock { $0 }()
  }

  func start(_ changed: @escaping @Sendable () -> Void) { self.changed.withLock { $0 = changed } }

  func stop() { told.note("end") }
}
