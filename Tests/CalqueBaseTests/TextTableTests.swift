import CalqueBase
import TestSupport
import Testing

@Suite struct TextTableTests {
  private func name(_ number: Int) -> Text { "name" + Decimal.text(of: Int64(number)) }

  @Test func namesKeepTheOrderInWhichTheyCame() {
    var table = TextTable<Int>([("b", 1), ("a", 2), ("c", 3)])
    table["a"] = 20
    #expect(table.keys == ["b", "a", "c"])
    #expect(table.values == [1, 20, 3])
  }

  @Test func ofEqualNamesTheLastValueCounts() {
    #expect(TextTable([("a", 1), ("a", 2)]) == TextTable([("a", 2)]))
  }

  /// Around the count from which names are hashed, and where the index grows.
  @Test(arguments: [0, 1, 11, 12, 13, 15, 16, 17, 31, 32, 33, 1000])
  func everyNameIsFound(count: Int) {
    var table = TextTable<Int>()
    for number in 0..<count { table[name(number)] = number }
    #expect(table.count == count)
    for number in 0..<count { #expect(table[name(number)] == number) }
    #expect(table[name(count)] == nil)
    #expect(table[""] == nil)
  }

  @Test func aRemovedNameIsGoneAndTheOthersAreNot() {
    var table = TextTable<Int>()
    for number in 0..<40 { table[name(number)] = number }
    for number in stride(from: 0, to: 40, by: 2) { table[name(number)] = nil }
    table.remove("name99")
    #expect(table.count == 20)
    for number in 0..<40 { #expect(table.contains(name(number)) == (number % 2 == 1)) }
    table["name0"] = 7
    #expect(table.keys.last == "name0")
  }

  @Test func mergingReplacesAndAdds() {
    let table = TextTable([("a", 1), ("b", 2)])
    let merged = table.merging(TextTable([("b", 20), ("c", 30)]))
    #expect(merged.keys == ["a", "b", "c"])
    #expect(merged.values == [1, 20, 30])
    #expect(table["b"] == 2)
  }

  @Test func equalityIgnoresOrder() {
    let table = TextTable([("a", 1), ("b", 2)])
    #expect(table == TextTable([("b", 2), ("a", 1)]))
    #expect(table != TextTable([("a", 1)]))
    #expect(table != TextTable([("a", 1), ("c", 2)]))
    #expect(table != TextTable([("a", 1), ("b", 3)]))
  }

  @Test func aTableDoesWhatADictionaryDoes() {
    var dice = Dice(4)
    var table = TextTable<Int>()
    var model: [String: Int] = [:]
    for step in 0..<4000 {
      let number = Int.random(in: 0..<60, using: &dice)
      let value = Bool.random(using: &dice) ? step : nil
      table[name(number)] = value
      model[name(number).string] = value
    }
    #expect(table.count == model.count)
    for (name, value) in model { #expect(table[Text(name)] == value) }
  }
}
