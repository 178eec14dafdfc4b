import Calque
import Foundation
import TestSupport
import Testing

@Suite struct LocaleFormatterTests {
  /// ar, de, en, ja, pl, ru.
  private static let file = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../samples/locales.ctd").path

  private let data: LocaleData

  init() throws { data = try LocaleData(path: Self.file) }

  private func made(
    _ kind: LocaleFormatter.Kind, _ locale: String, _ options: JSONObject = [:]
  ) throws -> LocaleFormatter {
    try LocaleFormatter(kind, locale: locale, options: options, data: data)
  }

  @Test func numbersOfEveryTypeAreWritten() throws {
    let german = try LocaleFormatter(.number, locale: "de")
    #expect(try german.format(-1_234_567) == "-1.234.567")
    #expect(try german.format(1234.5) == "1.234,5")
    #expect(
      try german.format(decimal: "123456789012345678901.25") == "123.456.789.012.345.678.901,25")
    #expect(try german.format(Decimal(string: "0.10")!) == "0,1")
    #expect(try made(.number, "ar-EG").format(1234) == "١٬٢٣٤")
    #expect(try made(.number, "hi").format(1_234_567) == "12,34,567")
    #expect(
      try made(.number, "en", ["style": "currency", "currency": "USD"]).format(2.5) == "$2.50")
    #expect(try made(.number, "ja", ["notation": "compact"]).format(12_345) == "1.2万")
  }

  @Test func momentsAndSpansAreWritten() throws {
    let moment = Date(timeIntervalSince1970: 1_715_951_045.678)
    let long: JSONObject = ["dateStyle": "long", "timeZone": "+02:00", "timeStyle": "short"]
    #expect(try made(.dateTime, "de", long).format(moment) == "17. Mai 2024 um 15:04")
    #expect(try made(.dateTime, "en").format(1_715_951_045_678) == "5/17/2024")
    let days = try made(.relativeTime, "pl", ["unit": "day", "numeric": "auto"])
    #expect(try days.format(-5) == "5 dni temu")
    #expect(try days.format(1) == "jutro")
    #expect(try days.format(1.5) == "za 1,5 dnia")
  }

  @Test func textsAreJoined() throws {
    let list = try LocaleFormatter(.list, locale: "de")
    #expect(try list.format(["a", "b", "c"]) == "a, b und c")
    #expect(try list.format([String]()) == "")
  }

  @Test func whatIsWrongIsNamed() throws {
    let number = try LocaleFormatter(.number, locale: "en")
    #expect(throws: CalqueError.self) { try number.format(["a"]) }
    #expect(throws: CalqueError.self) { try number.format(Date()) }
    #expect(throws: CalqueError.self) { try number.format(decimal: "many") }
    #expect(throws: CalqueError.self) { try number.name(of: "de") }
    let failure = #expect(throws: CalqueError.self) {
      try LocaleFormatter(.number, locale: "en", options: ["style": "loud"])
    }
    #expect(failure?.status == .invalidOption && failure?.path == "style")
    let unknown = #expect(throws: CalqueError.self) {
      try LocaleFormatter(.dateTime, locale: "en")
    }
    #expect(unknown?.status == .unsupported)
    #expect(throws: CalqueError.self) { try LocaleData(bytes: [1, 2, 3]) }
  }

  @Test func aCompiledCatalogCarriesTheFactsOfItsLanguages() throws {
    let folder = TestFolder()
    let path = folder.path.string + "/texts.calque"
    let resources: JSONObject = [
      "de": ["translation": ["due": "{{date, datetime(dateStyle: long)}}"]]
    ]
    try CompiledCatalog.compile(resources, to: path, localeData: data)
    let catalog = try CompiledCatalog(path: path)
    try catalog.verify()
    let translator = try Translator(options: ["lng": "de"])
    try translator.addCatalog(catalog)
    #expect(translator.t("due", ["date": 1_715_951_045_678]) == "17. Mai 2024")
  }
}
