import CPlatform
import CalqueBase
import CalqueJSON
import Testing

@Suite struct JSONReadingTests {
  @Test(
    arguments: [
      ("null", Value.null), ("true", .bool(true)), ("false", .bool(false)), ("0", .int(0)),
      ("-7", .int(-7)), ("1.5", .double(1.5)), ("1e3", .double(1000)), ("\"\"", .text("")),
      ("[]", .array([])), ("{}", .object(Members())),
      (" \t\r\n[ 1 , 2 ] \n", .array([.int(1), .int(2)])),
      (
        #"{"a":{"b":[null]}}"#,
        .object(Members([("a", .object(Members([("b", .array([.null]))])))]))
      ),
    ] as [(String, Value)])
  func everyKindOfValueIsRead(text: String, expected: Value) throws {
    #expect(try JSON.parse(Text(text)) == expected)
  }

  @Test func escapesBecomeCharacters() throws {
    let text: Text = #""\"\\\/\b\f\n\r\t\u00e9\u20ac\ud83d\ude00""#
    #expect(try JSON.parse(text) == .text("\"\\/\u{8}\u{C}\n\r\té€😀"))
  }

  @Test func membersKeepTheirOrder() throws {
    let value = try JSON.parse(#"{"z":1,"a":2,"m":3}"#)
    #expect(value.object?.keys == ["z", "a", "m"])
  }

  @Test func ofEqualNamesTheLastCounts() throws {
    let value = try JSON.parse(#"{"a":1,"b":2,"a":{"c":3}}"#)
    #expect(value.object?.count == 2)
    #expect(value.object?["a"] == .object(Members([("c", .int(3))])))
  }

  @Test func aByteOrderMarkIsSkipped() throws {
    #expect(try JSON.parse("\u{FEFF}[1]") == .array([.int(1)]))
  }

  @Test func integersBeyond64BitsBecomeDoubles() throws {
    #expect(try JSON.parse("9223372036854775807") == .int(.max))
    #expect(try JSON.parse("-9223372036854775808") == .int(.min))
    #expect(try JSON.parse("[9223372036854775808]") == .array([.double(9223372036854775808)]))
    #expect(try JSON.parse("-123456789012345678901234567890") == .double(-1.2345678901234568e29))
  }

  /// One integer that is too wide must not cost the others their digits.
  @Test func theOtherIntegersOfSuchATextStayWhole() throws {
    let text: Text =
      #"{"a":18999899989999739,"b":[-9223372036854775808,18446744073709551616],"c":"99999999999999999999\"","d":1e3}"#
    let value = try JSON.parse(text)
    #expect(value.object?["a"]?.integer == 18_999_899_989_999_739)
    #expect(value.object?["b"] == .array([.int(.min), .double(18446744073709551616)]))
    #expect(value.object?["c"] == .text("99999999999999999999\""))
    guard case .int? = value.object?["a"] else {
      Issue.record("an integer was read as a double")
      return
    }
  }

  @Test func aNULIsAcceptedInValues() throws {
    let value = try JSON.parse(#"{"a":"x\u0000y"}"#)
    #expect(value.object?["a"] == .text(Text("x\u{0}y" as String)))
  }

  @Test func namesMayBeEmptyOrLookLikePrototypes() throws {
    let value = try JSON.parse(#"{"":1,"__proto__":2,"constructor":3,"toString":4}"#)
    #expect(value.object?.values == [.int(1), .int(2), .int(3), .int(4)])
  }

  /// Where the machine has no such locale, the C locale is what is left to be tested.
  @Test func theLocaleOfTheHostDoesNotMatter() throws {
    let german = newlocale(1 << LC_NUMERIC, "de_DE.UTF-8", nil)
    let previous = german.map { uselocale($0) }
    defer {
      uselocale(previous ?? nil)
      if let german { freelocale(german) }
    }
    #expect(try JSON.parse("[1.5,-0.25e-3]") == .array([.double(1.5), .double(-0.00025)]))
    #expect(JSON.text(of: .double(1234.5)) == "1234.5")
  }
}
