import CalqueBase
import Testing

@testable import CalqueLocale

@Suite struct NumberedPluralsTests {
  private func form(
    _ format: NumberedPlurals.Format, _ code: Text, _ count: Double, simplifies: Bool = true
  ) -> NumberedPlurals.Form {
    NumberedPlurals(for: code, format, simplifies: simplifies).form(of: count)
  }

  private func isPlural(_ format: NumberedPlurals.Format, _ code: Text, _ count: Double) -> Bool {
    form(format, code, count) != .bare
  }

  @Test func everyVectorHasItsSuffix() {
    let formats: [(name: Text, format: NumberedPlurals.Format)] = [
      ("ios", .ios), ("js-1.11.1", .v1), ("v2", .v2), ("v3", .v3),
    ]
    var checked = 0
    for line in Text(LegacyPluralVectors.lines).split("\n") {
      let fields = line.split("|")
      let suffixes = fields[2].split(",")
      guard let format = formats.first(where: { $0.name == fields[0] })?.format else { continue }
      let isOld = format == .ios || format == .v1
      for code in fields[1].split(" ") {
        for (count, digit) in fields[3].bytes.enumerated() {
          var expected = suffixes[Int(digit) - 0x30]
          // The vectors of iOS name the first key tried; ours never tries `_plural_1`.
          if format == .ios, expected == "_plural_1" { expected = "" }
          let found = form(format, code, Double(count))
            .suffix(plural: "_plural", numbered: isOld ? "_plural_" : "_")
          #expect(found == expected, "\(fields[0].string) \(code.string) \(count)")
          checked += 1
        }
      }
    }
    #expect(checked == 201 * (130 + 131 + 2 * 135))
  }

  @Test func iosTakesTheLanguageBeforeTheDash() {
    #expect(form(.ios, "RU-ru", 2) == .numbered(2))
    #expect(form(.ios, "RU", 2) == .plural)
    #expect(form(.ios, "pt-BR", 0) == .plural)
    #expect(form(.ios, "ru_RU", 2) == .plural)
  }

  @Test func iosKnowsSingularAndPluralOfAnUnknownLanguage() {
    #expect(form(.ios, "xx", 1) == .bare)
    #expect(form(.ios, "xx", 0) == .plural)
    #expect(form(.ios, "", 2) == .plural)
  }

  @Test func countsBeyondWhatADoubleHolds() {
    func form(_ code: Text, _ count: UInt64) -> NumberedPlurals.Form {
      NumberedPlurals(for: code, .ios).form(ofInteger: count)
    }
    // 2^64 - 1 ends in 15, 2^64 - 4 in 12, 2^64 - 15 in 01.
    #expect(form("sl", .max - 14) == .bare)
    #expect(form("ru", .max - 14) == .bare)
    #expect(form("ru", .max - 3) == .numbered(5))
    #expect(form("ar", .max) == .numbered(11))
  }

  @Test func firstVersionAsksForAPluralOnlyWhenThereAreForms() {
    #expect(!isPlural(.v1, "ja", 5))
    #expect(isPlural(.v1, "en-US", 0))
    #expect(!isPlural(.v1, "en", -1))
    #expect(isPlural(.v1, "en", 1.5))
    #expect(!isPlural(.v1, "ru", 21))
    #expect(form(.v1, "ru", -22) == .numbered(2))
    #expect(form(.v1, "fr", 1.5) == .bare)
    #expect(form(.v1, "xx", 2) == .plural)
  }

  @Test func laterFormatsTakeFractionsAndSigns() {
    #expect(form(.v3, "en", 1.5) == .plural)
    #expect(form(.v3, "fr", 1.5) == .bare)
    #expect(form(.v3, "oc", 1.5) == .plural)
    #expect(form(.v3, "ru", -1) == .numbered(0))
    #expect(form(.v3, "he", 20) == .numbered(2))
    #expect(form(.v3, "ru", .infinity) == .numbered(2))
    #expect(form(.v3, "ru", .nan) == .numbered(2))
  }

  @Test func laterFormatsTryTheCodeThenItsLanguage() {
    #expect(form(.v3, "pt-PT", 0) == .plural)
    #expect(form(.v3, "pt-BR", 0) == .bare)
    #expect(form(.v3, "pt-AO", 0) == .bare)
    #expect(form(.v3, "ru_RU", 2) == .numbered(1))
    #expect(form(.v3, "xx", 2) == .bare)
    #expect(NumberedPlurals(for: "xx", .v3).forms.isEmpty)
  }

  @Test func withoutSimplificationSingularAndPluralAreNumbered() {
    #expect(form(.v2, "en", 1, simplifies: false) == .numbered(1))
    #expect(form(.v3, "en", 2, simplifies: false) == .numbered(1))
  }

  @Test func formsAreThoseOfTheNumbersAsCounts() {
    #expect(NumberedPlurals(for: "en", .v3).forms == [.bare, .plural])
    #expect(NumberedPlurals(for: "ru", .v3).forms == (0...2).map { .numbered($0) })
    #expect(NumberedPlurals(for: "ar", .v2).forms == [0, 1, 2, 3, 11, 100].map { .numbered($0) })
  }

  @Test func suffixesAreTextAndNumber() {
    #expect(form(.ios, "ar", 3).suffix(plural: "#", numbered: "#_") == "#_3")
    #expect(form(.ios, "en", 3).suffix(plural: "#", numbered: "#_") == "#")
    #expect(form(.ios, "fr", 0).suffix(plural: "#", numbered: "#_") == "")
  }
}
