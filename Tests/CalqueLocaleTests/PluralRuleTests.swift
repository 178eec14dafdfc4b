import CalqueBase
import Testing

@testable import CalqueLocale

@Suite struct PluralRuleTests {
  private func category(_ tag: Text, _ number: Text, ordinal: Bool = false) -> PluralCategory? {
    guard let operands = PluralOperands(decimal: number) else { return nil }
    return PluralRule.find(for: tag, ordinal: ordinal)?.category(of: operands)
  }

  @Test func everySampleOfCLDRHasItsCategory() throws {
    var checked = 0
    for line in Text(PluralSamples.lines).split("\n") {
      let fields = line.split("|")
      for tag in fields[1].split(" ") {
        let found = PluralRule.find(for: tag, ordinal: fields[0] == "ordinal")
        let rule = try #require(found, "\(tag.string)")
        #expect(rule.categories.count == fields.count - 2, "\(tag.string)")
        for field in fields[2...] { checked += check(field, rule, tag) }
      }
    }
    #expect(checked > 10_000)
  }

  /// Checks the samples of one category; returns how many.
  private func check(_ field: Text, _ rule: PluralRule, _ tag: Text) -> Int {
    let parts = field.split(":")
    let samples = parts[1].split(",").filter { !$0.isEmpty }.flatMap(SampleRange.numbers)
    for sample in samples {
      let category = PluralOperands(decimal: sample).map {
        Text(rule.category(of: $0).name.description)
      }
      #expect(category == parts[0], "\(tag.string) \(sample.string)")
      if let integer = UInt64(sample.string) {
        #expect(
          Text(rule.category(ofInteger: integer).name.description) == parts[0],
          "\(tag.string) \(sample.string)")
      }
    }
    return samples.count
  }

  @Test(
    arguments: [
      ("pl", "1", .one), ("pl", "22", .few), ("pl", "12", .many), ("pl", "0", .many),
      ("pl", "1.5", .other), ("ru", "21", .one), ("ru", "11", .many), ("ru", "1.0", .other),
      ("ar", "0", .zero), ("ar", "2", .two), ("ar", "103", .few), ("ar", "111", .many),
      ("ar", "100", .other), ("en", "1", .one), ("en", "1.0", .other), ("en", "-1", .one),
      ("fr", "1000000", .many), ("fr", "1c6", .many), ("fr", "1c3", .other), ("fr", "1.5", .one),
      ("es", "1c6", .many), ("es", "1000000", .many), ("es", "1.0", .one), ("ja", "1", .other),
      ("lv", "0.1", .one), ("da", "0.5", .one), ("cs", "1.5", .many),
    ] as [(Text, Text, PluralCategory)])
  func cardinalCategory(tag: Text, number: Text, expected: PluralCategory) {
    #expect(category(tag, number) == expected)
  }

  @Test(
    arguments: [
      ("en", "1", .one), ("en", "2", .two), ("en", "3", .few), ("en", "4", .other),
      ("en", "11", .other), ("en", "112", .other), ("en", "121", .one), ("it", "8", .many),
      ("sv", "22", .one), ("pt-PT", "1", .other), ("cs", "1", .other), ("ak", "1", .other),
    ] as [(Text, Text, PluralCategory)])
  func ordinalCategory(tag: Text, number: Text, expected: PluralCategory) {
    #expect(category(tag, number, ordinal: true) == expected)
  }

  @Test func numbersOfAnyLengthHaveTheCategoryOfTheirLastDigits() {
    let nines = Text([UInt8](repeating: 0x39, count: 90))
    #expect(category("ru", nines + "21") == .one)
    #expect(category("ru", nines + "11") == .many)
    #expect(category("en", nines + "1") == .other)
    #expect(category("fr", nines + "000000") == .many)
    #expect(category("kw", "1" + Text([UInt8](repeating: 0x30, count: 60)) + "100000") == .two)
  }

  @Test func notFiniteIsOther() {
    for tag in ["en", "ru", "ar", "fil", "ja"] as [Text] {
      let rule = PluralRule.find(for: tag, ordinal: false)
      #expect(rule?.category(of: PluralOperands(Double.nan)) == .other)
      #expect(rule?.category(of: PluralOperands(Double.infinity)) == .other)
    }
  }

  @Test(
    arguments: [
      ("pt", "0", .one), ("pt-BR", "0", .one), ("pt-PT", "0", .other), ("PT_pt", "0", .other),
      ("pt-AO", "0", .one), ("en-Latn-GB-oxendict", "1", .one), ("zh-Hant-TW", "1", .other),
      ("iw", "2", .two), ("iw-IL", "2", .two), ("in", "1", .other), ("sh", "3", .few),
      ("cnr", "3", .few), ("no-NO", "1", .one), ("mo", "3", .few), ("cmn", "1", .other),
      ("tl", "4", .other), ("eng", "1", .one),
    ] as [(Text, Text, PluralCategory)])
  func tagFindsTheRuleOfItsNearestRelative(tag: Text, number: Text, expected: PluralCategory) {
    #expect(category(tag, number) == expected)
  }

  @Test(
    arguments: ["", "-", "x", "xx", "zz-ZZ", "dev", "english", "_en", "e", "--------"] as [Text])
  func unknownLanguageHasNoRule(tag: Text) {
    #expect(PluralRule.find(for: tag, ordinal: false) == nil)
    #expect(PluralRule.find(for: tag, ordinal: true) == nil)
  }

  @Test func overlongTagHasNoRule() {
    let tail = Text([UInt8](repeating: 0x2D, count: LanguageTag.maximumLength - 2))
    #expect(PluralRule.find(for: "en" + tail, ordinal: false) != nil)
    #expect(PluralRule.find(for: "en-" + tail, ordinal: false) == nil)
  }

  @Test func categoriesAreListedInOrder() {
    let arabic = PluralRule.find(for: "ar", ordinal: false)
    #expect(arabic?.categories == [.zero, .one, .two, .few, .many, .other])
    #expect(PluralRule.find(for: "en", ordinal: true)?.categories == [.one, .two, .few, .other])
    #expect(PluralRule.find(for: "ja", ordinal: false)?.categories == [.other])
  }

  @Test func numberFindsTheRuleAgain() throws {
    let rule = try #require(PluralRule.find(for: "pl", ordinal: false))
    #expect(PluralRule(number: rule.number) == rule)
    #expect(PluralRule(number: PluralRule.count) == nil)
    #expect(PluralRule(number: .max) == nil)
  }
}
