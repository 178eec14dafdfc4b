import CalqueBase
import Testing

@Suite struct ValueTests {
  @Test func numbersAreEqualAcrossKinds() {
    #expect(Value.int(1) == .double(1))
    #expect(Value.decimal("1.0") == .int(1))
    #expect(Value.int(1) != .text("1"))
    #expect(Value.bool(true) != .int(1))
    #expect(Value.null != .bool(false))
    #expect(Value.double(.nan) != .double(.nan))
  }

  @Test func orderOfMembersDoesNotCountOrderOfElementsDoes() {
    let left = Value.object(Members([("a", .int(1)), ("b", .int(2))]))
    #expect(left == .object(Members([("b", .int(2)), ("a", .int(1))])))
    #expect(Value.array([.int(1), .int(2)]) != .array([.int(2), .int(1)]))
  }

  @Test(
    arguments: [
      (Value.null, false), (.bool(false), false), (.bool(true), true), (.int(0), false),
      (.int(-1), true), (.double(-0.0), false), (.double(.nan), false), (.double(0.5), true),
      (.decimal("0.0"), false), (.decimal("0.1"), true), (.text(""), false), (.text("0"), true),
      (.array([]), true), (.object(Members()), true),
    ] as [(Value, Bool)])
  func truthIsThatOfECMAScript(value: Value, isTruthy: Bool) {
    #expect(value.isTruthy == isTruthy)
  }

  @Test func onlyWholeNumbersThatFitAreIntegers() {
    #expect(Value.double(3).integer == 3)
    #expect(Value.double(3.5).integer == nil)
    #expect(Value.double(1e19).integer == nil)
    #expect(Value.double(.nan).integer == nil)
    #expect(Value.text("3").integer == nil)
  }

  @Test func textsAreThoseOfATextOrAnArray() {
    #expect(Value.text("a").texts == ["a"])
    #expect(Value.array([.text("a"), .int(1), .text("b")]).texts == ["a", "b"])
    #expect(Value.bool(true).texts == [])
  }
}
