import Calque
import CalqueBase
import Foundation
import TestSupport
import Testing

@Suite struct TranslatorHookTests {
  private func options(_ texts: JSONValue) -> JSONObject {
    ["lng": "en", "fallbackLng": false, "resources": ["en": ["translation": texts]]]
  }

  @Test func missingKeysAreTold() throws {
    let told = Mutex<[TranslatorCallbacks.MissingKey]>([])
    var callbacks = TranslatorCallbacks()
    callbacks.missingKey = { missing in told.withLock { $0.append(missing) } }
    callbacks.parseMissingKey = { key, _ in "<\(key)>" }
    callbacks.missingInterpolation = { _, _, variable in "no \(variable)" }
    callbacks.escape = { "'\($0)'" }
    let given = options(["hi": "Hi {{name}}"]).merging(["saveMissing": true])
    let translator = try Translator(options: given, callbacks: callbacks)
    #expect(translator.t("none") == "<none>")
    #expect(translator.t("hi") == "Hi 'no name'" || translator.t("hi") == "Hi no name")
    #expect(translator.t("hi", ["name": "Bo"]) == "Hi 'Bo'")
    let missing = told.withLock { $0 }
    #expect(missing.map { $0.key } == ["none"])
    #expect(missing.first?.namespace == "translation")
  }

  @Test func formattersAndPostProcessorsAreCalled() throws {
    let translator = try Translator(options: options(["price": "{{value, money}}", "t": "text"]))
    translator.setFormatter("money") { value, lng, _ in "\(lng) \(value.int ?? 0) kr" }
    #expect(translator.t("price", ["value": 5]) == "en 5 kr")
    translator.setPostProcessor("loud") { text, keys, _ in text.uppercased() + keys[0] }
    #expect(translator.t("t", ["postProcess": "loud"]) == "TEXTt")
    translator.setPostProcessor("loud", nil)
    #expect(translator.t("t", ["postProcess": "loud"]) == "text")
    #expect(translator.tf("t %s", 1) == "t 1")
  }

  @Test func formattersAnswerAnyValue() throws {
    let translator = try Translator(options: options(["list": "{{value, parts, list}}"]))
    translator.setFormatter(
      "parts", ofValues: { value, _, _ in .array((value.array ?? []) + ["last"]) })
    #expect(translator.t("list", ["value": ["a", "b"]]) == "a, b, and last")
  }

  @Test func oneFunctionStandsForAllFormatters() throws {
    var callbacks = TranslatorCallbacks()
    callbacks.formatValue = { value, format, lng, options in
      format == "number"
        ? nil : .string("\(format ?? "none") \(lng) \(options["interpolationkey"]?.string ?? "")")
    }
    let texts: JSONValue = ["a": "{{x, Money(unit: Cent), UP}}", "n": "{{x, number}}"]
    let translator = try Translator(options: options(texts), callbacks: callbacks)
    #expect(translator.t("a", ["x": 1]) == "Money(unit: Cent), UP en x")
    #expect(translator.t("n", ["x": 1234.5]) == "1,234.5")
  }

  @Test func mistakesAreLogged() throws {
    let told = Mutex<[String]>([])
    var callbacks = TranslatorCallbacks()
    callbacks.log = { line in told.withLock { $0.append(line) } }
    let given = options(["greeting": "Hello {{name}}"]).merging(["debug": true])
    let translator = try Translator(options: given, callbacks: callbacks)
    _ = translator.t("greting")
    _ = translator.t("greeting", ["nam": "Bo"])
    _ = translator.t("greeting", ["nam": "Bo"])
    #expect(
      told.withLock { $0 } == [
        #""translation:greting" in en: the key is missing; did you mean "greeting"?"#,
        #""greeting" in en: no variable "name" is given; did you mean "nam"?"#,
      ])
  }

  @Test func eventsAreTold() throws {
    let translator = try Translator(options: options(["a": "A"]))
    let told = Mutex<[String]>([])
    let number = translator.on("languageChanged added") { name, arguments in
      told.withLock { $0.append("\(name) \(arguments.first?.string ?? "")") }
    }
    translator.changeLanguage("da")
    try translator.addResourceBundle(lng: "da", ns: "translation", json: #"{"a": "B"}"#)
    #expect(translator.off(number))
    #expect(!translator.off(number))
    translator.changeLanguage("en")
    #expect(told.withLock { $0 } == ["languageChanged da", "added da"])
  }

  @Test func viewsKeepTheirMoment() throws {
    let menu: JSONValue = [
      "open": "Open", "files_one": "{{count}} file", "files_other": "{{count}} files",
    ]
    let translator = try Translator(options: options(["menu": menu]))
    let view = try translator.view(keyPrefix: "menu")
    let plain = try translator.view(lng: "en")
    try translator.addResource(lng: "en", ns: "translation", key: "menu.open", "Later")
    #expect(view.t("open") == "Open")
    #expect(plain.t("menu.open") == "Open")
    #expect(translator.t("menu.open") == "Later")
    #expect(view.t("files", count: 3) == "3 files")
    #expect(view.t("menu.open", ["keyPrefix": ""]) == "Open")
    #expect(plain.t("open", ["keyPrefix": "menu"]) == "Open")
    #expect(plain.t(batch: ["menu.open", "none"]) == ["Open", "none"])
    let (one, two) = (1, 2)
    #expect(
      plain.t("menu.files", rows: [["count": one], ["count": two]]) == ["1 file", "2 files"])
  }

  @Test func compiledCatalogsAreMapped() throws {
    let folder = TestFolder()
    let path = folder.path.string + "/en.calque"
    try CompiledCatalog.compile(["en": ["translation": ["k": "K"]]], to: path)
    let catalog = try CompiledCatalog(path: path)
    try catalog.verify()
    #expect(try catalog.describe()["format"]?.string == "v4")
    let translator = try Translator(options: ["lng": "en"])
    #expect(try translator.addCatalog(catalog) == 1)
    #expect(translator.t("k") == "K")
    let error = #expect(throws: CalqueError.self) { try CompiledCatalog(bytes: [1, 2, 3]) }
    #expect(error?.status == .corrupt)
    #expect(throws: CalqueError.self) { try CompiledCatalog(path: path + ".none") }
    try folder.write(#"{"f": "F"}"#, to: "file.json")
    try translator.addFile(lng: "en", ns: "file", path: folder.path.string + "/file.json")
    #expect(translator.t("file:f") == "F")
  }

  @Test func clonesShareResources() throws {
    let translator = try Translator(options: options(["a": "A"]))
    let clone = try translator.clone(["lng": "da"])
    try translator.addResourceBundle(lng: "da", ns: "translation", ["a": "Å"])
    #expect(clone.t("a") == "Å")
    #expect(translator.t("a") == "A")
    #expect(clone.hasLoadedNamespace("translation"))
    clone.setDefaultNamespace("other")
    #expect(clone.t("a") == "a")
    #expect(translator.options["lng"]?.string == "en")
  }

  @Test func newOptionsTakeThePlaceOfTheOldOnes() throws {
    let translator = try Translator(options: options(["a": "A"]))
    let told = Mutex<[String]>([])
    _ = translator.on("languageChanged") { _, arguments in
      told.withLock { $0.append(arguments.first?.string ?? "") }
    }
    try translator.setOptions(["lng": "da", "resources": ["da": ["translation": ["a": "Å"]]]])
    #expect(translator.t("a") == "Å")
    #expect(throws: CalqueError.self) { try translator.setOptions(["ns": 5]) }
    #expect(translator.t("a") == "Å")
    #expect(told.withLock { $0 } == ["da"])
  }

  @Test func theBestLanguageIsFound() throws {
    let translator = try Translator(
      options: ["supportedLngs": ["en", "de", "pt-BR"], "fallbackLng": "en"])
    #expect(translator.bestLanguage(["de-AT", "pt"]) == "de")
    #expect(translator.bestLanguage(acceptLanguage: "pt-BR;q=0.9, fr") == "pt-BR")
    #expect(translator.bestLanguage(["xx"]) == nil)
    #expect(Translator.languageTag(ofLocale: "de_AT.UTF-8") == "de-AT")
  }
}
