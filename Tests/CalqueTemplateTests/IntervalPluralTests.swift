import CalqueBase
import CalqueTemplate
import Testing

@Suite struct IntervalPluralTests {
  @Test(
    arguments: [
      (0, nil), (1, "one item"), (2, "a few items"), (7, "a few items"), (8, "a lot of items"),
      (100, "a lot of items"), (1.5, nil), (2.5, "a few items"), (-1, nil), (.nan, nil),
      (.infinity, "a lot of items"),
    ] as [(Double, String?)])
  func theFirstIntervalThatHoldsTheCountWins(count: Double, expected: String?) {
    let square: Text = "(1)[one item];(2-7)[a few items];(7-inf)[a lot of items];"
    #expect(IntervalPlural.choose(square, count: count)?.string == expected)
    let curly: Text = "(1) {one item}; (2-7) {a few items}; (7-inf) {a lot of items}; "
    #expect(IntervalPlural.choose(curly, count: count)?.string == expected)
  }

  @Test(arguments: [
    "", "plain", "()[empty]", "(x)[letters]", "(1)", "(1)[", "(1)[]", "(1)]x[", "(1 )[space]",
    "(-5)[negative]", "(1)\n[line]", "((((", "(1){mixed]", "(a-b)[x]", "(2-1)[backwards]",
  ])
  func unreadablePartsArePassedOver(part: String) {
    #expect(IntervalPlural.choose(Text(part), count: 1) == nil)
    #expect(IntervalPlural.choose(Text(part + ";(1)[next]"), count: 1) == "next")
  }

  @Test func theTextMayHoldBracketsAndLines() {
    #expect(
      IntervalPlural.choose("(0)[No one\nlikes [this] (yet)]", count: 0)
        == "No one\nlikes [this] (yet)")
    #expect(IntervalPlural.choose("items (1)[one]", count: 1) == "one")
    #expect(IntervalPlural.choose("(no way) (1)[one]", count: 1) == "one")
  }

  @Test func manyParenthesesTakeLinearTime() {
    let open = Text([UInt8](repeating: 0x28, count: 200_000))
    #expect(IntervalPlural.choose(open + ")[x]", count: 1) == nil)
    let spaced = Text([UInt8](repeating: 0x28, count: 2).flatMap { [$0, 0x20] })
    #expect(IntervalPlural.choose(spaced + "(1)[x]", count: 1) == "x")
  }
}
