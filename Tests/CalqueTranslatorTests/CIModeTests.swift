import CalqueBase
import CalqueTranslator
import Testing

@Suite struct CIModeTests {
  @Test(arguments: ["cimode", "CIMODE", "CiMode"])
  func keysAreShown(code: String) throws {
    let translator = try TranslatorFixture.english(#"{"k":"x"}"#)
    translator.changeLanguage(to: [Text(code)])
    #expect(try translator.t("k") == "k")
    #expect(try translator.t("ns:a.b", #"{"count":1}"#) == "a.b")
    #expect(try translator.t("k", #"{"appendNamespaceToCIMode":true}"#) == "translation:k")
  }

  @Test func aCallMayAskForIt() throws {
    let translator = try TranslatorFixture.english(
      #"{"k":"x"}"#, #""appendNamespaceToCIMode":true"#)
    #expect(try translator.t("k") == "x")
    #expect(try translator.t("k", #"{"lng":"cimode"}"#) == "translation:k")
  }

  @Test func itIsAlwaysSupported() throws {
    let translator = try TranslatorFixture.english(#"{"k":"x"}"#, #""supportedLngs":["en"]"#)
    translator.changeLanguage(to: ["cimode"])
    #expect(try translator.t("k") == "k")
  }
}
