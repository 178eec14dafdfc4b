import CalqueBase
import CalqueMessages
import Testing

@Suite struct ParentTests {
  @Test func theNearestTableCounts() throws {
    let english = try table([("a", "A"), ("b", "B %{a}")], synonyms: [("syn", "a")])
    let german = try table([("a", "Ä")])
    let austrian = Messages()
    try german.setParent(english)
    try austrian.setParent(german)
    #expect(austrian.message(for: "a") == "Ä")
    #expect(austrian.message(for: "syn") == "Ä", "the parent's synonym, the child's message")
    #expect(austrian.decoded("%{b}") == "B Ä")
    #expect(english.decoded("%{b}") == "B A")
    try austrian.setParent(nil)
    #expect(austrian.message(for: "a") == nil)
  }

  @Test func aMessageOfAParentComesBeforeASynonym() throws {
    let parent = try table([("k", "message"), ("other", "other")])
    let child = try table([], synonyms: [("k", "other"), ("s", "OTHER")])
    try child.setParent(parent)
    #expect(child.message(for: "k") == "message")
    #expect(child.message(for: "s") == "other")
  }

  @Test func changesOfAParentAreSeenAndCounted() throws {
    let parent = Messages()
    let child = Messages()
    let grandchild = Messages()
    try grandchild.setParent(child)
    try child.setParent(parent)
    let epoch = grandchild.epoch
    try parent.store([MessageChange(.message, "k", "v")])
    #expect(grandchild.message(for: "k") == "v")
    #expect(grandchild.epoch > epoch)
  }

  @Test func circlesAndLongChainsAreRefused() throws {
    let tables = (0..<18).map { _ in Messages() }
    #expect(throws: Diagnostic.self) { try tables[0].setParent(tables[0]) }
    for number in 1...16 { try tables[number].setParent(tables[number - 1]) }
    #expect(throws: Diagnostic.self) { try tables[17].setParent(tables[16]) }
    #expect(throws: Diagnostic.self) { try tables[0].setParent(tables[17]) }
    #expect(throws: Diagnostic.self) { try tables[0].setParent(tables[16]) }
    try tables[17].setParent(tables[15])
  }

  @Test func aParentLivesAsLongAsItsChildren() throws {
    let child = Messages()
    do {
      let parent = try table([("k", "v")])
      try child.setParent(parent)
    }
    #expect(child.message(for: "k") == "v")
  }

  @Test func aTableGoesWithItsLastReferenceAndEndsItsHook() throws {
    weak var table: Messages?
    weak var parent: Messages?
    var ends = 0
    do {
      let behind = Messages()
      let messages = Messages()
      try messages.setParent(behind)
      messages.setResolver(MessageResolver { _, _ in nil }, end: { ends += 1 })
      messages.setResolver(MessageResolver { _, _ in nil }, end: { ends += 10 })
      #expect(ends == 1)
      table = messages
      parent = behind
    }
    #expect(table == nil)
    #expect(parent == nil)
    #expect(ends == 11)
  }

  @Test func aChangedHookCountsAsAChange() throws {
    let parent = Messages()
    let child = Messages()
    try child.setParent(parent)
    let epoch = child.epoch
    parent.hookChange()
    #expect(child.epoch == epoch + 1)
  }

  @Test func handlersHearOfChangesHereAndBehind() throws {
    let parent = Messages()
    let child = Messages()
    try child.setParent(parent)
    var heard: [UInt64] = []
    let number = child.onChange { heard.append($0) }
    try parent.store([MessageChange(.message, "k", "v")])
    try child.store([MessageChange(.message, "k", "w")])
    #expect(heard == [child.epoch - 1, child.epoch])
    #expect(child.removeHandler(number))
    #expect(!child.removeHandler(number))
    child.clear()
    #expect(heard.count == 2)
  }

  @Test func aHandlerMayChangeTheTableAndRemoveItself() throws {
    let messages = Messages()
    var number: UInt64 = 0
    var calls = 0
    number = messages.onChange { _ in
      calls += 1
      _ = messages.removeHandler(number)
      messages.clear()
    }
    try messages.store([MessageChange(.message, "k", "v")])
    #expect(calls == 1)
    #expect(messages.message(for: "k") == nil)
  }
}
