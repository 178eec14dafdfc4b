import CalqueBase
import CalqueJSON
import CalqueTranslator
import Testing

/// Extensions to the original libraries, each off in strict mode.
@Suite struct ExtensionTests {
  @Test func explainingTellsWhatWasTriedAndWhatWon() throws {
    let translator = try TranslatorFixture.make(
      .v4,
      #"""
      {"lng":"en-US","fallbackLng":false,"resources":{"en":{"translation":{"k_one":"x","k":null}}}}
      """#)
    let told = translator.explain(["k"], try TranslatorFixture.members(#"{"count":1}"#))
    let outcomes = (told.object?["candidates"]?.array ?? []).map { $0.object?["outcome"]?.text }
    #expect(outcomes == ["missing", "missing", "found"])
    #expect(told.object?["found"] == .bool(true))
    #expect(told.object?["exactUsedKey"] == .text("k_one"))
    #expect(told.object?["usedLng"] == .text("en"))
    let missing = translator.explain(["k"], Members())
    #expect(missing.object?["found"] == .bool(false))
    #expect(JSON.text(of: missing).string.contains(#""outcome":"null""#))
  }
}
