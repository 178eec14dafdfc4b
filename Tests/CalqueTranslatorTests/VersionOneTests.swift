import CalqueBase
import CalqueTranslator
import Testing

/// Format v1, by the rules of i18next 1.11.1.
@Suite struct VersionOneTests {
  private func translator(_ tree: Text, _ more: Text = "", lng: Text = "en") throws -> Translator {
    let options: Text = #"{"lng":""# + lng + #"","fallbackLng":false,"resStore":{""# + lng
    return try TranslatorFixture.make(
      .v1, options + #"":{"translation":"# + tree + "}}" + (more.isEmpty ? "" : "," + more) + "}")
  }

  @Test func referencesEndAtTheFirstParenthesis() throws {
    let v1 = try translator(
      #"""
      {"a":"[$t(b)]","b":"__x__","p":"$t(c, {\"count\": 2})","c":"one","c_plural":"__count__ cs","self":"s $t(self)",
       "open":"x $t(b"}
      """#)
    #expect(try v1.t("a", #"{"x":"X"}"#) == "[X]")
    #expect(try v1.t("p") == "2 cs")
    #expect(try v1.t("self").utf8.count < 4 << 20)
    #expect(try v1.t("open") == "")
  }

  @Test func missingKeys() throws {
    let journal = Journal()
    let host = HostCallbacks()
    host.missingKey = { journal.note($0.lngs.map(\.string).joined() + " " + $0.key.string) }
    host.parseMissingKey = { key, _ in "<" + key + ">" }
    let v1 = try TranslatorFixture.make(
      .v1, #"{"lng":"de","fallbackLng":["en"],"sendMissing":true}"#, host: host)
    #expect(try v1.t("k") == "<k>")
    #expect(try v1.t("k", #"{"defaultValue":"d","context":"m","count":2}"#) == "d")
    #expect(journal.lines == ["en k", "en k"])
  }
}
