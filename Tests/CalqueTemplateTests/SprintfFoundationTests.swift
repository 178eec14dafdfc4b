import CalqueBase
import CalqueJSON
import CalqueTemplate
import Testing

@Suite struct SprintfFoundationTests {
  private func format(_ template: Text, _ arguments: Value...) -> String {
    Sprintf.format(template, .array(arguments), dialect: .ios) { JSON.text(of: $0) }.string
  }

  @Test func objectsAndTextsFill() {
    #expect(format("%@, %s and %2$@", .text("a"), .text("b")) == "a, b and b")
    #expect(format("%@ %@ %@", .int(-5), .double(0.1), .bool(true)) == "-5 0.1 1")
    #expect(format("%@ %@", .null, .array([.int(1), .text("x")])) == #"(null) [1,"x"]"#)
    #expect(
      format("%@: %f, %.2f", .text("é x"), .double(6.3), .double(6.3)) == "é x: 6.300000, 6.30")
  }

  /// The templates that the iOS conformance cases format.
  @Test func theFormatsOfTheReferenceFill() {
    #expect(format("no.such.format", .int(1)) == "no.such.format")
    #expect(format("%d of %d", .int(-5), .int(9)) == "-5 of 9")
    #expect(format("%ld %lu %@", .int(-5), .int(5), .int(-5)) == "-5 5 -5")
    #expect(format("%e %g", .double(6.3), .double(6.3)) == "6.300000e+00 6.3")
    #expect(format("%@ world", .text("Hello")) == "Hello world")
    #expect(
      format("%s, %s, %s and %s", .text("a"), .text("b"), .text("c"), .text("d")) == "a, b, c and d"
    )
  }

  @Test func positionsCanSwap() {
    #expect(format("%2$d x %1$s", .text("Hello"), .int(42)) == "42 x Hello")
  }

  @Test(arguments: [
    ("[%5d] [%-5d] [%05d]", -5, "[   -5] [-5   ] [-0005]"),
    ("%ld %lu %lld", 7, "7 7 7"), ("%d%% done", 42, "42% done"),
    ("%x %X %o", 255, "ff FF 377"), ("%x %lx %u", -1, "ffffffff ffffffffffffffff 4294967295"),
    ("%#x %#X %#o", 8, "0x8 0X8 010"), ("%+d|% d|%+05d", 7, "+7| 7|+0007"),
    ("%.4d|%6.3d|%06.3d", 7, "0007|   007|   007"), ("[%.0d] [%#.0o] [%#x]", 0, "[] [0] [0]"),
    ("%hhd %hu %hhx", 511, "-1 511 ff"), ("%c%C%c", 65, "AAA"),
    ("%d %d %'d", 5_000_000_000, "5000000000 5000000000 5000000000"),
  ])
  func integersFollowC(template: String, number: Int, expected: String) {
    let value = Value.int(Int64(number))
    #expect(format(Text(template), value, value, value) == expected)
  }

  @Test(arguments: [
    ("%e %g", 1234.5, "1.234500e+03 1234.5"), ("%.0f %.1f", 0.25, "0 0.2"),
    ("%g %g", 1e-5, "1e-05 1e-05"), ("%g %G", 1e10, "1e+10 1E+10"), ("%#g %#.0f", 2, "2.00000 2."),
    ("%#.0e %#.3g", 2, "2.e+00 2.00"), ("[%10.2f] [%-10.2f]", -1.5, "[     -1.50] [-1.50     ]"),
    ("%010.2f %+.1f", 1.5, "0000001.50 +1.5"), ("%f %F", .infinity, "inf INF"),
    ("%f %05f", -.infinity, "-inf  -inf"), ("%f %E", .nan, "nan NAN"), ("%.1f %g", -0.0, "-0.0 -0"),
    ("%.3g %g", 0.00012345, "0.000123 0.00012345"), ("%g %.2g", 999999.5, "1e+06 1e+06"),
  ])
  func floatsFollowC(template: String, number: Double, expected: String) {
    #expect(format(Text(template), .double(number), .double(number)) == expected)
  }

  @Test func textsArePaddedAndCut() {
    #expect(format("[%10s] [%-10s]", .text("abc"), .text("abc")) == "[       abc] [abc       ]")
    #expect(format("%.1s%c", .text("Hello"), .int(65)) == "HA")
    #expect(format("%.2@|%4@", .text("😀a"), .text("é")) == "😀|   é")
  }

  @Test func starsTakeArguments() {
    #expect(format("[%*d] [%-*d]", .int(4), .int(7), .int(3), .int(8)) == "[   7] [8  ]")
    #expect(format("[%*d] [%.*f]", .int(-4), .int(7), .int(1), .double(2.25)) == "[7   ] [2.2]")
    #expect(format("%*d", .int(.min), .int(7)).count == 1000)
    #expect(format("%*d", .text("x"), .int(7)) == "%*d")
  }

  @Test(arguments: ["%d %d", "%p", "%n", "%a", "%", "%5", "%2$@", "%l", "%d %s"])
  func whatCannotBeFilledStaysAsWritten(template: String) {
    let rest = template.hasPrefix("%d ") ? "1" + template.dropFirst(2) : template
    #expect(format(Text(template), .int(1)) == rest)
  }

  @Test func unsuitableArgumentsStayAsWritten() {
    #expect(format("%d %f %c", .text("a"), .text("b"), .text("c")) == "%d %f %c")
    #expect(format("%d %d", .double(1e300), .double(-7.9)) == "%d -7")
  }

  @Test func codePointsBeyondUnicodeBecomeReplacements() {
    #expect(format("%C%C%C", .int(0xD800), .int(-1), .int(0x1F600)) == "\u{FFFD}\u{FFFD}😀")
  }
}
