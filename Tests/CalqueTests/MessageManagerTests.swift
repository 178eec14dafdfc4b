import Calque
import CalqueBase
import TestSupport
import Testing

/// The examples of the reference's own documentation.
@Suite struct MessageManagerTests {
  private let folder = TestFolder()

  @Test func messagesAreFoundByKeyAndSynonym() {
    let manager = MessageManager()
    manager.loadMessages(["LISTS_INLIST": "in list"])
    manager.loadSynonyms(["LISTS_GET_INDEX_INPUT_IN_LIST": "LISTS_INLIST"])
    manager.loadSynonyms(["LISTS_SET_INDEX_INPUT_IN_LIST": "LISTS_INLIST"])
    #expect(manager.message(forKey: "LISTS_INLIST") == "in list")
    #expect(manager.message(forKey: "LISTS_GET_INDEX_INPUT_IN_LIST") == "in list")
    #expect(manager.message(forKey: "lists_set_index_input_in_list") == "in list")
    #expect(manager.message(forKey: "LISTS") == nil)
  }

  @Test func entriesAreListedAsTheyWereWritten() {
    let manager = MessageManager()
    manager.loadMessages(["LISTS_InList": "in list"])
    manager.loadSynonyms(["Lists_Get": "Lists_INLIST"])
    #expect(manager.allMessages == ["LISTS_InList": "in list"])
    #expect(manager.allSynonyms == ["Lists_Get": "Lists_INLIST"])
  }

  @Test func keysOfFilesGetThePrefix() throws {
    let manager = MessageManager()
    let messages = try file(
      "messages.json", #"{"GREETING": "Hello", "TODAY": "Today", "MAIN_TITLE": "Welcome",}"#)
    let synonyms = try file(
      "synonyms.json",
      #"{"MAIN_SCREEN_TITLE": "MAIN_TITLE", "ALTERNATE_SCREEN_TITLE": "MAIN_TITLE"}"#)
    try manager.loadMessages(withPrefix: "PREFIX_", jsonPath: messages)
    try manager.loadSynonyms(withPrefix: "PREFIX_", jsonPath: synonyms)
    #expect(manager.message(forKey: "PREFIX_GREETING") == "Hello")
    #expect(manager.message(forKey: "GREETING") == nil)
    for key in ["MAIN_SCREEN_TITLE", "ALTERNATE_SCREEN_TITLE", "MAIN_TITLE"] {
      #expect(manager.message(forKey: "PREFIX_" + key) == "Welcome")
      #expect(manager.message(forKey: key) == nil)
    }
  }

  @Test func aBadFileIsNamedAndChangesNothing() throws {
    let manager = MessageManager()
    manager.loadMessages(["A": "old"])
    let path = try file("bad.json", "{\n  \"A\" \"new\"}")
    let error = #expect(throws: CalqueError.self) {
      try manager.loadMessages(withPrefix: "", jsonPath: path)
    }
    #expect(error?.source == path)
    #expect(error?.line == 2)
    #expect(manager.message(forKey: "a") == "old")
    #expect(throws: CalqueError.self) {
      try manager.loadSynonyms(withPrefix: "", jsonPath: path + ".none")
    }
  }

  @Test(arguments: [
    ("%{bky_name}", "Blockly"),
    ("%{bky_description}", "This is the Blockly library."),
    ("%{non_existent_message}", "%{non_existent_message}"),
    ("Learn to code with #%{bky_name}", "Learn to code with #Blockly"),
  ])
  func referencesAreReplaced(text: String, expected: String) {
    let manager = MessageManager()
    manager.loadMessages([
      "bky_name": "Blockly", "bky_description": "This is the %{bky_name} library.",
    ])
    #expect(manager.decodedString(text) == expected)
  }

  @Test func tablesAreFilledInCheckedAndCompared() throws {
    let manager = MessageManager()
    manager.loadMessages(["MOVED": "%1 moved to %2", "Other": "%{MOVED} %{NOWHERE}"])
    manager.loadSynonyms(["ALSO": "MOVED"])
    let place = 3
    #expect(try manager.format("%{MOVED}", "Ada", place) == "Ada moved to 3")
    #expect(throws: CalqueError.self) { try manager.format("%{MOVED}", "Ada") }
    #expect(manager.tokens(of: "%{MOVED}") == [1, " moved to ", 2])
    #expect(manager.check("%{Other}")["missing"] == ["NOWHERE"])
    #expect(manager.allMessages["Other"] == "%{MOVED} %{NOWHERE}")
    #expect(manager.allSynonyms.count == 1)
    let translation = MessageManager()
    translation.loadMessages(["MOVED": "nach %2"])
    let report = manager.compare(translation: translation)
    #expect(report["missing"] == ["Other"])
    #expect(report["mismatches"]?.array?.count == 1)
    #expect(manager.remove(forKey: "moved"))
    #expect(!manager.remove(forKey: "moved"))
    manager.clear()
    #expect(manager.allMessages.isEmpty)
  }

  @Test func whatIsBehindATableIsAsked() throws {
    let (front, back) = (MessageManager(), MessageManager())
    back.loadMessages(["A": "of the parent"])
    try front.setParent(back)
    #expect(front.parent === back)
    #expect(front.message(forKey: "a") == "of the parent")
    #expect(throws: CalqueError.self) { try back.setParent(front) }
    front.setResolver { key, _ in key == "B" ? "of the function" : nil }
    #expect(front.message(forKey: "B") == "of the function")
    let translator = try Translator(
      options: ["lng": "en", "resources": ["en": ["translation": ["C": "of the translator"]]]])
    let epoch = front.epoch
    front.setTranslator(translator)
    #expect(front.epoch > epoch)
    #expect(front.message(forKey: "C") == "of the translator")
    #expect(front.message(forKey: "B") == nil)
  }

  @Test func theSharedOneIsOne() {
    MessageManager.shared.loadMessages(["shared_key": "x"])
    #expect(MessageManager.shared.message(forKey: "SHARED_KEY") == "x")
  }

  private func file(_ name: Text, _ content: Text) throws -> String {
    try folder.write(content, to: name)
    return (folder.path + "/" + name).string
  }
}
