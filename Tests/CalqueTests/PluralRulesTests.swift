import Calque
import Testing

@Suite struct PluralRulesTests {
  @Test func numbersHaveCategories() throws {
    let polish = try PluralRules("pl")
    #expect([1, 2, 5, -1].map { polish.category(of: $0) } == [.one, .few, .many, .one])
    #expect(try polish.category(of: "1.0") == .other)
    #expect(polish.categories == [.one, .few, .many, .other])
    #expect(try PluralRules("en-GB", ordinal: true).category(of: 2) == .two)
    #expect("\(PluralCategory.few)" == "few")
    #expect(throws: CalqueError.self) { try PluralRules("xx") }
    #expect(throws: CalqueError.self) { try polish.category(of: "many") }
  }

  @Test func formsHaveNumbersThatShowThem() throws {
    let polish = PluralRules.forms(of: "pl")
    #expect(polish.map { $0.suffix } == ["_many", "_one", "_few", "_other"])
    #expect(polish.map { $0.category } == [.many, .one, .few, .other])
    #expect(polish[1].integers == ["1"])
    #expect(polish[3].integers.isEmpty && !polish[3].decimals.isEmpty)
    #expect(PluralRules.forms(of: "en", format: .ios).map { $0.suffix } == ["_plural", ""])
    #expect(PluralRules.forms(of: "en", ordinal: true).contains { $0.suffix == "_ordinal_two" })
    #expect(PluralRules.forms(of: "en", format: .v3, ordinal: true).isEmpty)
  }
}
