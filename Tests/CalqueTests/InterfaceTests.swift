import Calque
import Foundation
import Testing

/// The interface of C, by its Swift names.
@Suite struct InterfaceTests {
  @Test func aDecodingSaysWhatStoppedIt() throws {
    let manager = MessageManager()
    let count = try manager.loadMessages(json: #"{"a": "%{b}", "b": "%{a}", "n": 5}"#)
    #expect((count.loaded, count.skipped) == (2, 1))
    #expect(manager.decoding("%{a}").outcome.contains(.cycle))
    #expect(manager.decoding("%{none}") == ("%{none}", .missing))
    #expect(manager.decoding("text").outcome.isEmpty)
  }

  @Test func theHeaderForAcceptedLanguagesIsThatOfC() {
    #expect(
      Localization.acceptLanguage(override: "da", preferred: ["en_GB.UTF-8", "en"])
        == "da;q=1.0,en-GB;q=0.9,en;q=0.8")
  }

  @Test func aLiveLayoutHasItsData() throws {
    var message = Message(session: Session())
    let layout = MessageLayout.live(
      ["board": "e4"], alternate: MessageTemplateLayout(caption: "Your turn"))
    message.layout = layout
    #expect(message.layout == layout)
    let conversation = Conversation()
    let id = try conversation.send(message)
    #expect(conversation.message(id)?.layout == layout)
    let written = try JSONEncoder().encode(layout)
    #expect(try JSONDecoder().decode(MessageLayout.self, from: written) == layout)
  }

  @Test func anErrorHasItsByteOffset() {
    let error = #expect(throws: CalqueError.self) { try JSONObject(parsing: "{\n  \"a\" 1}") }
    #expect(error?.offset == 9)
  }

  @Test func aTranslatorIsShared() throws {
    #expect(Translator.shared.t("key") == "key")
    let mine = try Translator(.v4, options: ["lng": "en"])
    Translator.setShared(mine)
    #expect(Translator.shared === mine)
    Translator.setShared(nil)
    #expect(Translator.shared !== mine)
  }

  @Test func optionsOfI18NextAreCodable() throws {
    var options = I18NextOptions()
    options.lang = "de"
    options.fallbackLang = nil
    options.namespaces = ["a", "b"]
    options.langLoadType = .current
    options.fallbackOnNull = false
    options.resourcesBaseURL = URL(string: "http://example.com")
    options.resourcesStore = ["de": ["a": ["key": "Wert"]]]
    options.more = ["maxRetries": 3]
    let written = try JSONEncoder().encode(options)
    #expect(try JSONDecoder().decode(I18NextOptions.self, from: written) == options)
    #expect(I18NextOptions(["lang": "en"]).fallbackLang == "dev")
  }

  @Test func aContextIsCodable() throws {
    var context = Conversation.Context()
    context.recentInteraction = true
    context.presentation = .expanded
    let written = try JSONEncoder().encode(context)
    #expect(try JSONDecoder().decode(Conversation.Context.self, from: written) == context)
  }
}
