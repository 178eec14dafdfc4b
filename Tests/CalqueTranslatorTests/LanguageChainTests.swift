import CalqueBase
import CalqueLocale
import CalqueTranslator
import Testing

@Suite struct LanguageChainTests {
  private func chain(_ format: TranslatorFormat, _ options: Text) throws -> [String] {
    try TranslatorFixture.make(format, options).languages(for: nil).map(\.string)
  }

  @Test(
    arguments: [
      (#"{"lng":"zh-hans-cn","fallbackLng":"en"}"#, ["zh-Hans-CN", "zh-Hans", "zh", "en"]),
      (#"{"lng":"es-419","fallbackLng":"en"}"#, ["es-419", "es", "en"]),
      (#"{"lng":"en_US","fallbackLng":"en"}"#, ["en_US", "en-US", "en"]),
      (#"{"lng":"zh_TW.UTF-8","fallbackLng":"en"}"#, ["zh_TW.UTF-8", "zh-TW", "zh", "en"]),
      (#"{"lng":"sr@latin","fallbackLng":false}"#, ["sr@latin", "sr-Latn", "sr"]),
      (
        #"{"lng":"ca_ES@valencia","load":"currentOnly"}"#,
        ["ca_ES@valencia", "ca-ES-valencia", "dev"]
      ),
      (#"{"lng":"de_DE@euro","load":"languageOnly","fallbackLng":false}"#, ["de"]),
      (#"{"lng":"en-US"}"#, ["en-US", "en", "dev"]),
      (#"{"lng":"de-CH","fallbackLng":{"de-CH":["fr"]}}"#, ["de-CH", "de", "fr"]),
      (#"{"lng":"de-AT","fallbackLng":{"de":["fr"],"default":["en"]}}"#, ["de-AT", "de", "fr"]),
      (#"{"lng":"it","fallbackLng":{"de":["fr"],"default":["en"]}}"#, ["it", "en"]),
      (#"{"lng":"de","fallbackLng":false}"#, ["de"]),
      (#"{"lng":"de","fallbackLng":["en","de","fr"]}"#, ["de", "en", "fr"]),
      (#"{"fallbackLng":["en","fr"]}"#, ["en", "fr"]),
      (#"{}"#, ["dev"]),
      (#"{"lng":"en-US","load":"currentOnly","fallbackLng":false}"#, ["en-US"]),
      (#"{"lng":"en-US","load":"languageOnly","fallbackLng":false}"#, ["en"]),
      (#"{"lng":"EN-us","lowerCaseLng":true,"fallbackLng":false}"#, ["en-us", "en"]),
      (#"{"lng":"EN","cleanCode":true,"fallbackLng":false}"#, ["en"]),
      (#"{"lng":"iw-IL","fallbackLng":false}"#, ["he-IL", "he"]),
      (#"{"lng":"de-AT","supportedLngs":["en","de-DE"],"fallbackLng":"en"}"#, ["de-DE", "en"]),
      (
        #"{"lng":"de-AT","supportedLngs":["de"],"nonExplicitSupportedLngs":true,"fallbackLng":"en"}"#,
        ["de-AT", "de"]
      ),
    ] as [(String, [String])])
  func modernChains(options: String, expected: [String]) throws {
    #expect(try chain(.v4, Text(options)) == expected)
  }

  @Test(
    arguments: [
      ("zh-HK", ["zh-HK", "zh-Hant-HK", "zh-Hant", "zh-TW", "zh-Hant-TW", "en"]),
      (
        "zh_MO.UTF-8",
        [
          "zh_MO.UTF-8", "zh-MO", "zh-Hant-MO", "zh-Hant-HK", "zh-HK", "zh-Hant", "zh-TW",
          "zh-Hant-TW", "en",
        ]
      ),
      ("zh-Hant-TW", ["zh-Hant-TW", "zh-TW", "zh-Hant", "en"]),
      ("zh-SG", ["zh-SG", "zh-Hans-SG", "zh-Hans", "zh-CN", "zh-Hans-CN", "zh", "en"]),
      ("es-AR", ["es-AR", "es-419", "es", "en"]), ("pt-AO", ["pt-AO", "pt-PT", "pt", "en"]),
      ("pt-BR", ["pt-BR", "pt", "en"]), ("en-AT", ["en-AT", "en-150", "en-001", "en"]),
      ("nb-NO", ["nb-NO", "nb", "no", "en"]), ("az-Cyrl", ["az-Cyrl", "en"]),
      ("de-DE-1996-u-co-phonebk", ["de-DE-1996-u-co-phonebk", "de-DE-1996", "de-DE", "de", "en"]),
    ] as [(Text, [String])])
  func parentLocalesStandInWhereTheyAreAskedFor(lng: Text, expected: [String]) throws {
    let options: Text = #"{"parentLocales":true,"fallbackLng":"en","lng":""#
    #expect(try chain(.v4, options + lng + #""}"#) == expected)
  }

  @Test func noTextInAnotherScriptStandsIn() throws {
    let translator = try TranslatorFixture.make(
      .v4,
      #"{"lng":"zh-HK","parentLocales":true,"fallbackLng":false,"supportedLngs":["zh-CN","zh"]}"#)
    #expect(translator.languages(for: "zh-HK") == [])
    #expect(translator.bestLanguage(LanguageRanges(["zh-HK"]), .closestOfEach) == nil)
  }

  @Test(
    arguments: [
      (#"{"lang":"en-US"}"#, ["en-US", "en", "dev"]),
      (#"{"lang":"en_us"}"#, ["en-US", "en", "dev"]),
      (#"{"lang":"en_us.UTF-8"}"#, ["en-US", "en", "dev"]),
      (#"{"lang":"sr@latin"}"#, ["sr@latin", "sr-LATN", "sr", "dev"]),
      (#"{"lang":"pt-AO","parentLocales":true}"#, ["pt-AO", "pt-PT", "pt", "dev"]),
      (#"{"lang":"EN-us","lowercaseLang":true}"#, ["en-us", "en", "dev"]),
      (#"{"lang":"en-US","langLoadType":"current"}"#, ["en-US", "dev"]),
      (#"{"lang":"en-US","langLoadType":1}"#, ["en-US", "dev"]),
      (#"{"lang":"en-US","langLoadType":"unspecific"}"#, ["en", "dev"]),
      (#"{"lang":"en","langLoadType":2}"#, ["en", "dev"]),
      (#"{"lang":"zh-Hans-CN"}"#, ["zh-HANS-CN", "zh", "dev"]),
      (#"{}"#, ["dev"]),
      (#"{"lang":"en","fallbackLang":"en"}"#, ["en"]),
      (#"{"fallbackLang":null}"#, []),
      (#"{"fallbackLang":""}"#, []),
    ] as [(String, [String])])
  func iosChains(options: String, expected: [String]) throws {
    #expect(try chain(.ios, Text(options)) == expected)
  }

  @Test(
    arguments: [
      (#"{"lng":"en-us"}"#, ["en-US", "en", "dev"]),
      (#"{"lng":"de_DE.UTF-8"}"#, ["de_DE.UTF-8", "de-DE", "de", "dev"]),
      (#"{"lng":"en-US","load":"current"}"#, ["en-US", "dev"]),
      (#"{"lng":"en-US","load":"unspecific"}"#, ["en", "dev"]),
      (#"{"lng":"en-US","lowerCaseLng":true,"fallbackLng":false}"#, ["en-us", "en"]),
      (#"{"lng":"de","fallbackLng":["en","fr"]}"#, ["de", "en", "fr"]),
    ] as [(String, [String])])
  func version1Chains(options: String, expected: [String]) throws {
    #expect(try chain(.v1, Text(options)) == expected)
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
    var host = HostCallbacks()
    host.fallbackLng = { code in code == "de" ? .text("fr") : nil }
    let translator = try TranslatorFixture.make(.v4, #"{"lng":"de"}"#, host: host)
    #expect(translator.languages(for: nil) == ["de", "fr"])
    #expect(translator.languages(for: "it") == ["it"])
  }

  @Test func aLanguageThatIsLookedUpUnderAnotherCodeIsToldOfAndResolved() throws {
    let journal = Journal()
    var host = HostCallbacks()
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
}
