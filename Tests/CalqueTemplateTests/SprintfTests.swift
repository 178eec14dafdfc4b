import CalqueBase
import CalqueJSON
import CalqueTemplate
import Testing

@Suite struct SprintfTests {
  private func format(_ template: Text, _ arguments: Value...) -> String {
    format(template, given: .array(arguments))
  }

  private func format(_ template: Text, given arguments: Value) -> String {
    Sprintf.format(template, arguments, dialect: .modern) { JSON.text(of: $0) }.string
  }

  @Test func textWithoutPlaceholdersStays() {
    #expect(format("") == "")
    #expect(format("plain ü") == "plain ü")
    #expect(format("100%% of 50%%") == "100% of 50%")
  }

  @Test(arguments: [
    ("%b", 5, "101"), ("%b", -5, "-101"), ("%c", 233, "é"), ("%d", 42, "42"), ("%i", -42, "-42"),
    ("%e", 1500, "1.5e+3"), ("%.0e", 15, "2e+1"), ("%f", 2, "2"), ("%.2f", 2, "2.00"),
    ("%g", 12, "12"), ("%.1g", 12, "1e+1"), ("%.4g", 12, "12.00"), ("%o", 64, "100"),
    ("%s", 7, "7"), ("%u", -1, "4294967295"), ("%x", 48879, "beef"), ("%X", 48879, "BEEF"),
    ("%j", 3, "3"),
  ])
  func eachVerbConvertsAnInteger(template: String, number: Int, expected: String) {
    #expect(format(Text(template), .int(Int64(number))) == expected)
  }

  @Test func fractionsKeepTheirDigitsInEveryBase() {
    #expect(format("%b", .double(-2.75)) == "-10.11")
    #expect(format("%x", .double(0.0625)) == "0.1")
    #expect(format("%o", .double(8.125)) == "10.1")
    #expect(format("%d", .double(-0.5)) == "-0")
  }

  @Test func roundingFollowsToFixed() {
    #expect(format("%.0f", .double(2.5)) == "3")
    #expect(format("%.2f", .double(1.005)) == "1.00")
    #expect(format("%.1f", .double(-0.25)) == "-0.3")
    #expect(format("%.2f", .double(1e21)) == "1e+21")
    #expect(format("%.20f", .double(0.1)) == "0.10000000000000000555")
  }

  @Test func integersKeepEveryDigit() {
    #expect(format("%d %s", .int(.max), .int(.min)) == "9223372036854775807 -9223372036854775808")
  }

  @Test(arguments: [
    ("[%5d]", 42, "[   42]"), ("[%-5d]", 42, "[42   ]"), ("[%05d]", -42, "[-0042]"),
    ("[%+d]", 42, "[+42]"), ("[%+05d]", 42, "[+0042]"), ("[%'*6d]", -42, "[***-42]"),
    ("[%'*-6d]", 42, "[42****]"), ("[%'ä4d]", 42, "[ää42]"), ("[%08x]", 255, "[000000ff]"),
    ("[%2d]", 12345, "[12345]"), ("[%+s]", 5, "[5]"), ("[%-05d]", 42, "[42   ]"),
  ])
  func widthAndFlagsPad(template: String, number: Int, expected: String) {
    #expect(format(Text(template), .int(Int64(number))) == expected)
  }

  @Test func textIsCutAndPaddedInUTF16Units() {
    #expect(format("%.3s|%5s", .text("abcdef"), .text("äö")) == "abc|   äö")
    #expect(format("%.2s|%4s", .text("a😀b"), .text("😀")) == "a|  😀")
  }

  @Test func everyValueHasAText() {
    let members = Members([("a", .int(1))])
    #expect(format("%s %s %s", .bool(true), .null, .object(members)) == "true null [object Object]")
    #expect(format("%s", .array([.int(1), .null, .text("x")])) == "1,,x")
  }

  @Test func textsThatReadAsNumbersCount() {
    #expect(format("%d %.1f %+i", .text("12.9"), .text(" 1e2 "), .text("7")) == "12 100.0 +7")
  }

  @Test func positionsCanRepeatAndSwap() {
    #expect(format("%2$s %1$s %2$s", .text("a"), .text("b")) == "b a b")
    #expect(format("%2$s %s %s", .text("a"), .text("b")) == "b a b")
  }

  @Test func namesLeadIntoObjectsAndArrays() {
    let user = Members([("names", .array([.text("Ann"), .object(Members([("x", .int(9))]))]))])
    let given = Value.object(Members([("user", .object(user)), ("n_1", .int(3))]))
    #expect(format("%(user.names[0])s has %(n_1)03d", given: given) == "Ann has 003")
    #expect(format("%(user.names[1].x)d", given: .array([given])) == "9")
  }

  @Test func jsonTakesItsWidthAsIndentation() {
    let inner = Value.array([.int(1), .text("a:{\"b\",")])
    let value = Value.object(Members([("x", inner), ("y", .array([])), ("z", .object(Members()))]))
    #expect(format("%j", value) == #"{"x":[1,"a:{\"b\","],"y":[],"z":{}}"#)
    let expected = """
      {
        "x": [
          1,
          "a:{\\"b\\","
        ],
        "y": [],
        "z": {}
      }
      """
    #expect(format("%2j", value) == expected)
  }

  @Test(arguments: [
    "%s %s", "%y", "%", "%5", "%.d", "%'", "%'$5d", "%(", "%(a", "%(a.)s", "%(a[x])s", "%(1a)s",
    "%9$s", "%0$s", "%99999999999999999999$s", "% d", "%(missing)s", "%.0g",
  ])
  func whatCannotBeFilledStaysAsWritten(template: String) {
    let rest = template == "%s %s" ? "1 %s" : template
    #expect(format(Text(template), .int(1)) == rest)
  }

  @Test func unsuitableArgumentsStayAsWrittenAndAreUsedUp() {
    #expect(format("%d %s", .text("abc"), .text("next")) == "%d next")
    #expect(format("%e %x %f", .text("5"), .null, .object(Members())) == "%e %x %f")
  }

  @Test func sizesAreLimited() {
    #expect(format("%99999999999999999999d", .int(1)).count == 1000)
    #expect(format("%.5000f", .double(0.1)).count == 1002)
    let narrow = Sprintf.format("%9d", .array([.int(1)]), dialect: .modern, limit: 4) { _ in ""
    }
    #expect(narrow == "   1")
  }

  @Test func scalarsAreTheOnlyArgument() {
    #expect(format("%s%s", given: .text("a")) == "a%s")
    #expect(format("%s", given: .null) == "%s")
  }

  @Test(arguments: [PatternDialect.modern, .ios])
  func hostileTemplatesYieldText(dialect: PatternDialect) {
    let alphabet = Array("%%%$().[]0123456789+-' #*lhbcdefgijosuxX@Ca\u{E9}".utf8)
    let arguments: [Value] = [
      .double(.nan), .double(-.infinity), .double(.greatestFiniteMagnitude), .int(.min), .null,
      .double(.leastNonzeroMagnitude), .text("\u{1F600}"), .object(Members([("a", .array([]))])),
    ]
    var state: UInt64 = 7
    for _ in 0..<2000 {
      var template = Text()
      for _ in 0..<12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        template.append(alphabet[Int(state >> 33) % alphabet.count])
      }
      let first = Int(state >> 40) % arguments.count
      let given = Value.array(Array(arguments[first...]))
      let text = Sprintf.format(template, given, dialect: dialect, limit: 50) { JSON.text(of: $0) }
      #expect(text.count < 4000)
    }
  }
}
