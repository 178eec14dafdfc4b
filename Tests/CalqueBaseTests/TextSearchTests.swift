import CalqueBase
import Testing

@Suite struct TextSearchTests {
  @Test func theFirstOccurrenceIsFoundFromAnOffset() {
    let text: Text = "abcabc"
    #expect(text.firstIndex(of: "bc") == 1)
    #expect(text.firstIndex(of: "bc", from: 1) == 1)
    #expect(text.firstIndex(of: "bc", from: 2) == 4)
    #expect(text.firstIndex(of: "bc", from: 5) == nil)
    #expect(text.firstIndex(of: "abcabc") == 0)
    #expect(text.firstIndex(of: "abcabcd") == nil)
  }

  @Test(arguments: [-1, 7, Int.max, Int.min])
  func offsetsOutsideTheTextFindNothing(offset: Int) {
    #expect(Text("abcabc").firstIndex(of: "a", from: offset) == nil)
  }

  @Test func anEmptyNeedleIsNeverFound() {
    #expect(Text("abc").firstIndex(of: "") == nil)
    #expect(Text("abc").lastIndex(of: "") == nil)
    #expect(Text("").firstIndex(of: "a") == nil)
    #expect(Text("abc").split("") == ["abc"])
    #expect(Text("abc").replacing("", with: "x") == "abc")
  }

  @Test func theLastOccurrenceMayOverlapOthers() {
    #expect(Text("aaa").lastIndex(of: "aa") == 1)
    #expect(Text("a").lastIndex(of: "aa") == nil)
  }

  @Test func matchingStaysInsideTheText() {
    let text: Text = "abc"
    #expect(text.matches("bc", at: 1))
    #expect(!text.matches("bc", at: 2))
    #expect(!text.matches("bc", at: -1))
    #expect(text.matches("", at: 3))
    #expect(!text.matches("", at: 4))
    #expect(text.hasPrefix("ab") && text.hasSuffix("bc"))
    #expect(!text.hasSuffix("aabc"))
  }

  @Test func partsAreClamped() {
    let text: Text = "abcdef"
    #expect(text.part(2, 4) == "cd")
    #expect(text.part(4) == "ef")
    #expect(text.part(-3, 2) == "ab")
    #expect(text.part(4, 99) == "ef")
    #expect(text.part(5, 2) == "")
    #expect(text.part(99) == "")
  }

  @Test(arguments: [
    ("a.b.c", ".", ["a", "b", "c"]), ("a", ".", ["a"]), ("", ".", [""]), (".", ".", ["", ""]),
    (".a..b.", ".", ["", "a", "", "b", ""]), ("a::b", "::", ["a", "b"]), ("aaa", "aa", ["", "a"]),
  ])
  func splittingKeepsEmptyParts(text: String, separator: String, parts: [String]) {
    #expect(Text(text).split(Text(separator)).map(\.string) == parts)
    #expect(Text.joined(Text(text).split(Text(separator)), by: Text(separator)) == Text(text))
  }

  @Test func replacementsAreNotSearchedAgain() {
    #expect(Text("aa").replacing("a", with: "aa") == "aaaa")
    #expect(Text("a.b").replacing(".", with: "") == "ab")
  }

  @Test func caseChangesInASCIIOnly() {
    #expect(Text("aZ[@`{É").lowercasedASCII() == "az[@`{É")
    #expect(Text("Az[@`{é").uppercasedASCII() == "AZ[@`{é")
  }
}
