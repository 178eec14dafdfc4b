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
}
