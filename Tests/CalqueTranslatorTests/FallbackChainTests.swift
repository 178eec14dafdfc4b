import CalqueBase
import CalqueLocale
import CalqueTranslator
import Testing

/// Languages and namespaces of a translator that change or that a host chooses.
@Suite struct FallbackChainTests {
  @Test func noTextInAnotherScriptStandsIn() throws {
    let translator = try TranslatorFixture.make(
      .v4,
      #"{"lng":"zh-HK","parentLocales":true,"fallbackLng":false,"supportedLngs":["zh-CN","zh"]}"#)
    #expect(translator.languages(for: "zh-HK") == [])
    #expect(translator.bestLanguage(LanguageRanges(["zh-HK"]), exactFirst: false) == nil)
  }

  @Test func theBestSupportedCodeBecomesTheLanguage() throws {
    let translator = try TranslatorFixture.make(
      .v4, #"{"lng":"en","supportedLngs":["en","de-DE","zh-Hant"],"fallbackLng":"en"}"#)
    for (codes, expected): ([Text], Text) in [
      (["fr", "de-DE"], "de-DE"), (["de-AT"], "de-DE"), (["zh-Hant-TW"], "zh-Hant"), (["fr"], "en"),
    ] {
      translator.changeLanguage(to: codes)
      #expect(translator.snapshot.language == expected)
    }
  }

  @Test func theHostIsAskedForFallbacksOfEachCode() throws {
    let host = HostCallbacks()
    host.fallbackLng = { code in code == "de" ? .text("fr") : nil }
    let translator = try TranslatorFixture.make(.v4, #"{"lng":"de"}"#, host: host)
    #expect(translator.languages(for: nil) == ["de", "fr"])
    #expect(translator.languages(for: "it") == ["it"])
  }

  @Test func aLanguageThatIsLookedUpUnderAnotherCodeIsToldOfAndResolved() throws {
    let journal = Journal()
    let host = HostCallbacks()
    host.log = { journal.note($0.string) }
    let translator = try TranslatorFixture.make(
      .v4,
      #"{"lng":"zh-HANT","debug":true,"fallbackLng":false,"resources":{"zh-HANT":{"translation":{"a":"A"}}}}"#,
      host: host)
    #expect(
      journal.lines == [
        #"the catalog zh-HANT.translation is never found: its language is looked up as "zh-Hant""#
      ])
    #expect(try translator.t("a") == "a")
    #expect(translator.snapshot.resolvedLanguage == "zh-HANT")
    #expect(translator.languages(for: nil) == ["zh-HANT", "zh-Hant", "zh"])
  }

  @Test func onIOSTheLanguageIsTheFirstOfTheChain() throws {
    for (options, expected): (Text, Text?) in [
      (#"{"lang":"en_us"}"#, "en-US"), (#"{"lang":"en-US","langLoadType":"unspecific"}"#, "en"),
      (#"{}"#, "dev"), (#"{"fallbackLang":null}"#, nil),
    ] {
      #expect(try TranslatorFixture.make(.ios, options).snapshot.language == expected)
    }
  }

  @Test func defaultNamespaces() throws {
    let several = try TranslatorFixture.make(
      .v4,
      #"""
      {"lng":"en","fallbackLng":false,"ns":["a","b"],"defaultNS":["a","b"],
       "resources":{"en":{"a":{"x":"a x"},"b":{"x":"b x","y":"b y"}}}}
      """#)
    #expect(try several.t("x") == "a x")
    #expect(try several.t("y") == "b y")
    several.setDefaultNamespaces(["b"])
    #expect(try several.t("x") == "b x")
    let first = try TranslatorFixture.make(
      .v4, #"{"lng":"en","ns":["app","common"],"resources":{"en":{"app":{"x":"app x"}}}}"#)
    #expect(try first.t("x") == "app x")
  }

  @Test(arguments: ["cimode", "CIMODE", "CiMode"])
  func inCIModeKeysAreShown(code: String) throws {
    let translator = try TranslatorFixture.english(#"{"k":"x"}"#)
    translator.changeLanguage(to: [Text(code)])
    #expect(try translator.t("k") == "k")
    #expect(try translator.t("ns:a.b", #"{"count":1}"#) == "a.b")
    #expect(try translator.t("k", #"{"appendNamespaceToCIMode":true}"#) == "translation:k")
  }

  @Test func cimodeIsAlwaysSupported() throws {
    let translator = try TranslatorFixture.english(#"{"k":"x"}"#, #""supportedLngs":["en"]"#)
    translator.changeLanguage(to: ["cimode"])
    #expect(try translator.t("k") == "k")
  }

  /// A host that is asked for fallbacks may change the language itself.
  @Test(arguments: 1...2)
  func theLanguageThatWasChangedToLastStays(atQuestion number: Int) throws {
    let questions = Mutex<(translator: Translator?, count: Int)>((nil, 0))
    let host = HostCallbacks()
    host.fallbackLng = { code in
      let translator = questions.withLock { questions -> Translator? in
        questions.count += code == "en" ? 1 : 0
        return code == "en" && questions.count == number ? questions.translator : nil
      }
      translator?.changeLanguage(to: ["de"])
      return nil
    }
    let translator = try TranslatorFixture.make(.v4, #"{"lng":"fr"}"#, host: host)
    questions.withLock { $0.translator = translator }
    translator.changeLanguage(to: ["en"])
    questions.withLock { $0.translator = nil }
    #expect(translator.snapshot.language == "de")
  }
}
