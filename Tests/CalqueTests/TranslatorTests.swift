import Calque
import Testing

@Suite struct TranslatorTests {
  private let options: JSONObject = [
    "lng": "pl",
    "fallbackLng": "en",
    "resources": [
      "pl": ["translation": ["file_one": "{{count}} plik", "file_few": "{{count}} pliki"]],
      "en": ["translation": ["only": "only in English", "list": ["a", "{{x}}"]]],
    ],
  ]

  @Test func textsAreTranslatedWithLiterals() throws {
    let translator = try Translator(.v4, options: options)
    #expect(translator.t("file", ["count": 3]) == "3 pliki")
    #expect(translator.t(["missing", "only"]) == "only in English")
    #expect(translator.t("nothing", ["defaultValue": "standard"]) == "standard")
    #expect(translator.exists("only"))
    #expect(!translator.exists("nothing"))
  }

  @Test func valuesKeepTheirType() throws {
    let translator = try Translator(.v4, options: options)
    let list = translator.value("list", options: ["returnObjects": true, "x": "b"])
    #expect(list == ["a", "b"])
    #expect(list?.json == #"["a","b"]"#)
  }

  @Test func resultsTellWhereTheyComeFrom() throws {
    let translator = try Translator(.v4, options: options)
    #expect(translator.details("only")["usedLng"] == "en")
    #expect(translator.details("only")["res"] == "only in English")
    let tried = translator.explain("only")
    #expect(tried["candidates"]?.array?.last?["lng"] == "en")
    #expect(translator.value("nothing") == "nothing")
  }

  @Test func languagesAndResourcesChange() throws {
    let translator = try Translator(.v4, options: options)
    #expect(translator.languages() == ["pl", "en"])
    try translator.addResourceBundle(lng: "ar", ns: "translation", ["hi": "أهلا"])
    translator.changeLanguage("ar")
    #expect(translator.language == "ar")
    #expect(translator.isRightToLeft())
    #expect(translator.t("hi") == "أهلا")
    #expect(translator.removeResourceBundle(lng: "ar", ns: "translation"))
    #expect(translator.t("hi") == "hi")
  }

  @Test func failuresSayWhere() {
    #expect(throws: CalqueError.self) { try Translator(options: ["ns": 5]) }
    do throws(CalqueError) {
      _ = try JSONValue(parsing: "{\n \"a\": }")
      Issue.record("the text is not JSON")
    } catch {
      #expect(error.line == 2)
      #expect(error.status == .invalidJSON)
    }
  }
}
