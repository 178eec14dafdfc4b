import CalqueBase
import CalqueTemplate
import Testing

@Suite struct TreePathTests {
  @Test(arguments: ["0", "1", "9", "10", "123456789"])
  func positionsAreSpelledWithoutLeadingZeros(name: String) {
    #expect(Text(name).arrayPosition(below: 1_000_000_000).map(String.init) == name)
  }

  @Test(arguments: ["", "01", "00", "-1", "+1", "1.0", "1e1", " 1", "a", "12345678901234567890"])
  func otherSpellingsAreNoPositions(name: String) {
    #expect(Text(name).arrayPosition() == nil)
  }

  @Test func aPositionIsBelowTheCount() {
    #expect(Text("2").arrayPosition(below: 3) == 2)
    #expect(Text("3").arrayPosition(below: 3) == nil)
    #expect(Text("0").arrayPosition(below: 0) == nil)
  }

  @Test func scalarsArePassedOverWhileTokensRemain() throws {
    let tree = Value.object(try #require(try JSONText.members(#"{"a":"x","a.b":{"c":"y"}}"#)))
    #expect(TreePath.walk(tree, "a.b.c") == nil)
    #expect(TreePath.deepFind(tree, "a.b.c", separator: ".") == .text("y"))
    #expect(TreePath.deepFind(tree, "a", separator: ".") == .text("x"))
    #expect(TreePath.deepFind(tree, "a.d", separator: ".") == nil)
  }
}
