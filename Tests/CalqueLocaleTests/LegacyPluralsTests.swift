import CalqueBase
import Testing

@testable import CalqueLocale

@Suite struct LegacyPluralsTests {
  /// The suffix that a resolver appends for a code and a count.
  private func suffix(_ format: Text, _ code: Text, _ count: UInt64) -> Text? {
    let number = Double(count)
    return switch format.string {
    case "ios": LegacyPlurals.iosSuffix(for: code, count: count, pluralSuffix: "_plural")
    case "js-1.11.1": LegacyPlurals.firstSuffix(for: code, count: number, pluralSuffix: "_plural")
    case "v1": CompatiblePlurals(.v1).suffix(for: code, count: number)
    case "v2": CompatiblePlurals(.v2).suffix(for: code, count: number)
    case "v3": CompatiblePlurals(.v3).suffix(for: code, count: number)
    default: nil
    }
  }

  @Test func everyVectorHasItsSuffix() {
    var checked = 0
    for line in Text(LegacyPluralVectors.lines).split("\n") {
      let fields = line.split("|")
      let suffixes = fields[2].split(",")
      for code in fields[1].split(" ") {
        for (count, digit) in fields[3].bytes.enumerated() {
          var expected = suffixes[Int(digit) - 0x30]
          // The vectors of iOS name the first key tried; ours never tries `_plural_1`.
          if fields[0] == "ios", expected == "_plural_1" { expected = "" }
          let found = suffix(fields[0], code, UInt64(count))
          #expect(found == expected, "\(fields[0].string) \(code.string) \(count)")
          checked += 1
        }
      }
    }
    #expect(checked == 201 * (130 + 131 + 3 * 135))
  }

  @Test func iosTakesTheLanguageBeforeTheDash() {
    #expect(LegacyPlurals.iosNumber(for: "RU-ru", count: 2) == 2)
    #expect(LegacyPlurals.iosNumber(for: "RU", count: 2) == -1)
    #expect(LegacyPlurals.iosNumber(for: "pt-BR", count: 0) == -1)
    #expect(LegacyPlurals.iosNumber(for: "ru_RU", count: 2) == -1)
  }

  @Test func iosKnowsSingularAndPluralOfAnUnknownLanguage() {
    #expect(LegacyPlurals.iosNumber(for: "xx", count: 1) == 1)
    #expect(LegacyPlurals.iosNumber(for: "xx", count: 0) == -1)
    #expect(LegacyPlurals.iosSuffix(for: "", count: 2, pluralSuffix: "_p") == "_p")
  }

  @Test func iosCountsBeyondWhatADoubleHolds() {
    // 2^64 - 1 ends in 15, 2^64 - 4 in 12, 2^64 - 15 in 01.
    #expect(LegacyPlurals.iosNumber(for: "sl", count: .max - 14) == 1)
    #expect(LegacyPlurals.iosNumber(for: "ru", count: .max - 14) == 1)
    #expect(LegacyPlurals.iosNumber(for: "ru", count: .max - 3) == 5)
    #expect(LegacyPlurals.iosNumber(for: "ar", count: .max) == 11)
  }

  @Test func iosUsesTheConfiguredSuffix() {
    #expect(LegacyPlurals.iosSuffix(for: "ar", count: 3, pluralSuffix: "#") == "#_3")
    #expect(LegacyPlurals.iosSuffix(for: "en", count: 3, pluralSuffix: "#") == "#")
    #expect(LegacyPlurals.iosSuffix(for: "fr", count: 0, pluralSuffix: "#") == "")
  }

  @Test func firstVersionAsksForAPluralOnlyWhenThereAreForms() {
    #expect(!LegacyPlurals.firstNeedsPlural(for: "ja", count: 5))
    #expect(LegacyPlurals.firstNeedsPlural(for: "en-US", count: 0))
    #expect(!LegacyPlurals.firstNeedsPlural(for: "en", count: -1))
    #expect(LegacyPlurals.firstNeedsPlural(for: "en", count: 1.5))
    #expect(!LegacyPlurals.firstNeedsPlural(for: "ru", count: 21))
    #expect(LegacyPlurals.firstNumber(for: "ru", count: -22) == 2)
    #expect(LegacyPlurals.firstNumber(for: "fr", count: 1.5) == 1)
    #expect(LegacyPlurals.firstNumber(for: "xx", count: 2) == -1)
  }

  @Test func compatiblePluralsTakeFractionsAndSigns() {
    let resolver = CompatiblePlurals(.v3)
    #expect(resolver.suffix(for: "en", count: 1.5) == "_plural")
    #expect(resolver.suffix(for: "fr", count: 1.5) == "")
    #expect(resolver.suffix(for: "oc", count: 1.5) == "_plural")
    #expect(resolver.suffix(for: "ru", count: -1) == "_0")
    #expect(resolver.suffix(for: "he", count: 20) == "_2")
    #expect(resolver.suffix(for: "ru", count: .infinity) == "_2")
    #expect(resolver.suffix(for: "ru", count: .nan) == "_2")
  }

  @Test func compatiblePluralsTryTheCodeThenItsLanguage() {
    let resolver = CompatiblePlurals(.v3)
    #expect(resolver.suffix(for: "pt-PT", count: 0) == "_plural")
    #expect(resolver.suffix(for: "pt-BR", count: 0) == "")
    #expect(resolver.suffix(for: "pt-AO", count: 0) == "")
    #expect(resolver.suffix(for: "ru_RU", count: 2) == "_1")
    #expect(resolver.suffix(for: "xx", count: 2) == nil)
    #expect(resolver.suffixes(for: "xx").isEmpty)
  }

  @Test func separatorStandsBeforeEverySuffixButThoseOfVersionOne() {
    #expect(CompatiblePlurals(.v1, separator: "#").suffix(for: "ru", count: 5) == "_plural_5")
    #expect(CompatiblePlurals(.v1, separator: "#").suffix(for: "en", count: 5) == "#plural")
    #expect(CompatiblePlurals(.v2, separator: "#").suffix(for: "ru", count: 5) == "#5")
    #expect(CompatiblePlurals(.v3, separator: "#").suffix(for: "ru", count: 5) == "#2")
  }

  @Test func withoutSimplificationSingularAndPluralAreNumbered() {
    #expect(CompatiblePlurals(.v1, simplifies: false).suffix(for: "en", count: 1) == "")
    #expect(CompatiblePlurals(.v1, simplifies: false).suffix(for: "en", count: 2) == "_plural_2")
    #expect(CompatiblePlurals(.v2, simplifies: false).suffix(for: "en", count: 1) == "_1")
    #expect(CompatiblePlurals(.v3, simplifies: false).suffix(for: "en", count: 2) == "_1")
  }

  @Test func suffixesAreThoseOfTheNumbersAsCounts() {
    #expect(CompatiblePlurals(.v3).suffixes(for: "en") == ["", "_plural"])
    #expect(CompatiblePlurals(.v3).suffixes(for: "ru") == ["_0", "_1", "_2"])
    #expect(CompatiblePlurals(.v2).suffixes(for: "ar") == ["_0", "_1", "_2", "_3", "_11", "_100"])
    #expect(CompatiblePlurals(.v1).suffixes(for: "ja") == [""])
  }
}
