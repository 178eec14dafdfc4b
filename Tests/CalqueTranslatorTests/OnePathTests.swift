import CalqueBase
import CalqueTranslator
import Synchronization
import Testing

/// Each call asks the host once, follows a reference once, and does no more for long lists.
@Suite struct OnePathTests {
  /// Notes what the host is asked, in order.
  private final class Journal: Sendable {
    private let lines = Synchronization.Mutex<[String]>([])

    func note(_ line: String) { lines.withLock { $0.append(line) } }

    var all: [String] { lines.withLock { $0 } }
  }

  @Test func theHostIsAskedOnceForEachValue() throws {
    let journal = Journal()
    let host = HostCallbacks()
    host.escape = { text in
      journal.note("escape " + text.string)
      return text
    }
    host.missingKey = { key in journal.note("missing " + key.key.string) }
    let translator = try TranslatorFixture.english(
      #"{"a":"{{x}} $t(nope) {{y}}"}"#, #""saveMissing":true"#, host)
    // Variables come before references, as in i18next.
    #expect(try translator.t("a", #"{"x":"X","y":"$Y"}"#) == "X nope $Y")
    #expect(journal.all == ["escape X", "escape $Y", "missing nope"])
  }

  @Test func aMissingVariableIsAskedForOnceBesideAReference() throws {
    let journal = Journal()
    let host = HostCallbacks()
    host.missingInterpolation = { _, match, _ in
      journal.note(match.string)
      return "?"
    }
    let translator = try TranslatorFixture.english(
      #"{"a":"$t(b) {{x}} $t(b)","b":"B"}"#, "", host)
    #expect(try translator.t("a") == "B ? B")
    #expect(journal.all == ["{{x}}"])
  }

  /// Doubled with each level before, without counting steps.
  @Test func aReferenceToItselfBesideUnknownOptionsEnds() throws {
    let translator = try TranslatorFixture.english(
      #"{"a":"$t(a) $t(b, {\"count\": {{n}}})","b":"B"}"#)
    let text = try translator.t("a", #"{"context":"c"}"#)
    #expect(text.hasPrefix("$t(a)"))
    #expect(text.count < 2000)
  }

  @Test func manyCountsAreGivenUp() throws {
    let translator = try TranslatorFixture.english(
      #"{"a_one_other":"fits","a":"bare"}"#, #""multipleCounts":true"#)
    #expect(try translator.t("a", #"{"counts":{"x":1,"y":2}}"#) == "fits")
    let counts = (0..<4000).map { "\"n\($0)\":\($0)" }.joined(separator: ",")
    #expect(try translator.t("a", Text("{\"counts\":{" + counts + "}}")) == "bare")
  }

  @Test func languagesThatAreSeenOnceTakeNoPlaceFromOthers() throws {
    let translator = try TranslatorFixture.english(#"{"a":"A"}"#)
    try translator.add("de", "translation", #"{"a":"DE"}"#)
    for number in 0..<1000 {
      #expect(try translator.t("a", Text("{\"lng\":\"x\(number)\"}")) == "a")
    }
    for _ in 0..<3 { #expect(try translator.t("a", #"{"lng":"de"}"#) == "DE") }
  }

  @Test func longListsOfFallbacksAreReadOnce() throws {
    let translator = try TranslatorFixture.english(#"{"a":"A"}"#)
    let codes = (0..<4000).map { "\"x\($0)\"" }.joined(separator: ",")
    #expect(try translator.t("a", Text("{\"fallbackLng\":[" + codes + "]}")) == "A")
  }
}
