import CalqueBase
import CalqueJSON
import CalqueTranslator
import Testing

@Suite struct MissingKeyTests {
  /// Reports as `lngs ns key value update`.
  private func reports(
    _ options: Text, _ key: Text, _ call: Text = "{}", tree: Text = "{}"
  ) throws -> [String] {
    let journal = Journal()
    let host = HostCallbacks()
    host.missingKey = { missing in
      let lngs = missing.lngs.map(\.string).joined(separator: "+")
      let value = missing.fallbackValue.map { JSON.text(of: $0).string } ?? "undefined"
      let update = missing.updateMissing ? " update" : ""
      journal.note("\(lngs) \(missing.ns.string) \(missing.key.string) \(value)\(update)")
    }
    let given: Text = #"{"lng":"de-AT","fallbackLng":["en","fr"],"resources":{"en":{"translation":"#
    let more: Text = options.isEmpty ? "" : "," + options
    let translator = try TranslatorFixture.make(.v4, given + tree + "}}" + more + "}", host: host)
    _ = try translator.t(key, call)
    return journal.lines
  }

  @Test func nothingIsReportedUnlessAskedFor() throws {
    #expect(try reports("", "k") == [])
  }

  @Test(arguments: [
    ("", "en+fr translation k \"k\""),
    (#","saveMissingTo":"fallback""#, "en+fr translation k \"k\""),
    (#","saveMissingTo":"current""#, "de-AT translation k \"k\""),
    (#","saveMissingTo":"all""#, "de-AT+de+en+fr translation k \"k\""),
  ])
  func targetsAreChosen(option: String, expected: String) throws {
    #expect(try reports(#""saveMissing":true"# + Text(option), "k") == [expected])
    // An empty language is none.
    #expect(try reports(#""saveMissing":true"# + Text(option), "k", #"{"lng":""}"#) == [expected])
  }

  @Test func withoutFallbacksTheCurrentLanguageIsTheTarget() throws {
    let options: Text =
      #""saveMissing":true,"saveMissingTo":"fallback","lng":"it","fallbackLng":false"#
    #expect(try reports(options, "k") == [#"it translation k "k""#])
  }

  @Test func theDefaultIsWhatIsSaved() throws {
    let save: Text = #""saveMissing":true"#
    #expect(try reports(save, "k", #"{"defaultValue":"d"}"#) == [#"en+fr translation k "d""#])
    #expect(try reports(save, "ns2:k") == [#"en+fr ns2 k "k""#])
    let bare: Text = save + #","missingKeyNoValueFallbackToKey":true"#
    #expect(try reports(bare, "k") == ["en+fr translation k undefined"])
  }

  @Test func everyPluralFormIsReportedForEachTarget() throws {
    let save: Text = #""saveMissing":true,"saveMissingTo":"fallback""#
    let lines = try reports(save, "k", #"{"count":2,"defaultValue":"d","defaultValue_one":"one"}"#)
    #expect(
      lines == [
        #"en translation k_one "one""#, #"en translation k_other "d""#,
        #"fr translation k_one "one""#, #"fr translation k_many "d""#,
        #"fr translation k_other "d""#,
      ])
    let one: Text = save + #","saveMissingPlurals":false"#
    #expect(try reports(one, "k", #"{"count":2}"#) == [#"en+fr translation k "k""#])
  }

  @Test func pluralFormsAreReportedWithoutALanguageToo() throws {
    let none: Text = #""saveMissing":true,"supportedLngs":["ja"],"fallbackLng":false"#
    #expect(try reports(none, "k") == [#" translation k "k""#])
    #expect(
      try reports(none, "k", #"{"count":2}"#)
        == [#" translation k_one "k""#, #" translation k_other "k""#])
  }

  @Test func aZeroDefaultIsReportedToo() throws {
    let lines = try reports(
      #""saveMissing":true,"fallbackLng":"en""#, "k",
      #"{"count":0,"defaultValue_zero":"none","defaultValue_other":"n"}"#)
    #expect(lines.contains(#"en translation k_zero "none""#))
  }

  @Test func aChangedDefaultIsAnUpdate() throws {
    let options: Text = #""saveMissing":true,"updateMissing":true"#
    let tree: Text = #"{"k":"old"}"#
    #expect(
      try reports(options, "k", #"{"defaultValue":"new"}"#, tree: tree)
        == [#"en+fr translation k "new" update"#])
    #expect(try reports(options, "k", #"{"defaultValue":"old"}"#, tree: tree) == [])
    #expect(try reports(options, "k", tree: tree) == [])
  }

  @Test func theMissingKeyIsAnEventAsWell() throws {
    let translator = try TranslatorFixture.english("{}", #""saveMissing":true"#)
    let journal = Journal()
    _ = translator.events.subscribe("missingKey") { _, arguments in
      journal.note(JSON.text(of: .array(arguments)).string)
    }
    _ = try translator.t("k", #"{"defaultValue":"d"}"#)
    #expect(journal.lines == [#"[["en"],"translation","k","d"]"#])
  }

  @Test func theHostMayWordAMissingKey() throws {
    let host = HostCallbacks()
    host.parseMissingKey = { key, standard in "<" + key + "|" + (standard ?? "none") + ">" }
    let plain = try TranslatorFixture.english(#"{"a":"A"}"#, "", host)
    #expect(try plain.t("k") == "<k|none>")
    #expect(try plain.t("k", #"{"defaultValue":"d"}"#) == "<k|d>")
    #expect(try plain.t("a") == "A")
    let named = try TranslatorFixture.english("{}", #""appendNamespaceToMissingKey":true"#, host)
    #expect(try named.t("k") == "<translation:k|none>")
  }

  @Test func theNamespaceCanBeShown() throws {
    let translator = try TranslatorFixture.english("{}", #""appendNamespaceToMissingKey":true"#)
    #expect(try translator.t("k") == "translation:k")
    #expect(try translator.t("other:k") == "other:k")
    #expect(try translator.t("k", #"{"defaultValue":"d"}"#) == "d")
  }

  @Test func whatIsReportedDoesNotNeedAHandler() throws {
    let translator = try TranslatorFixture.english("{}", #""saveMissing":true"#)
    #expect(try translator.t("k") == "k")
  }

  @Test func aMissingKeyYieldsTheDefaultElseItself() throws {
    let translator = try TranslatorFixture.english(#"{"ns":{}}"#)
    #expect(try translator.t("k") == "k")
    #expect(try translator.t("translation:k") == "k")
    #expect(try translator.t("k", #"{"defaultValue":"d {{x}}","x":1}"#) == "d 1")
    #expect(try translator.t("k", #"{"defaultValue":""}"#) == "")
    #expect(translator.translate(["k"], Members()).isMissing)
  }
}
