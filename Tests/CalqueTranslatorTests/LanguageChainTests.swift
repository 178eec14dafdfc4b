import CalqueBase
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
      (#"{"lng":"en_US","fallbackLng":"en"}"#, ["en_US", "en"]),
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
      (#"{"lang":"en-US"}"#, ["en-US", "en", "dev"]),
      (#"{"lang":"en_us"}"#, ["en-US", "en", "dev"]),
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
}
