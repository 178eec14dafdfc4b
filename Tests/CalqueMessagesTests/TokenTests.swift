import CalqueBase
import CalqueMessages
import Testing

@Suite struct TokenTests {
  private static let digits = "%99999999999999999999999"

  @Test(
    arguments: [
      ("", []),
      ("%1", [.number(1)]),
      ("a%007b%%2%", [.text("a"), .number(7), .text("b%2%")]),
      ("100%", [.text("100%")]),
      ("%", [.text("%")]),
      ("a\nb", [.text("a\nb")]),
      ("%1\u{301}", [.text("%1\u{301}")]),
      ("%12\u{301}", [.number(1), .text("2\u{301}")]),
      ("%{two}", [.text("see "), .number(2), .text("%")]),
      ("%9223372036854775807", [.number(Int64.max)]),
      ("%9223372036854775808", [.text("%9223372036854775808")]),
      ("\(digits) %2", [.text(Text("\(digits) ")), .number(2)]),
    ] as [(String, [MessageToken])])
  func modeIOS(text: String, expected: [MessageToken]) throws {
    #expect(try table([("two", "see %2%%")]).tokenized(Text(text)).tokens == expected)
  }

  @Test(
    arguments: [
      ("", []),
      ("%%%x%%0%00%01%", [.text("%%x%0"), .number(0), .number(1), .text("%")]),
      ("a\nb\n", [.text("a"), .newline, .text("b"), .newline]),
      ("%\n", [.text("%\n")]),
      ("%1\u{301}", [.number(1), .text("\u{301}")]),
      ("%{bky_two}!", [.text("see "), .number(2), .newline, .text("%!")]),
      ("%{bky_no\npe}", [.text("%{bky_no\npe}")]),
      ("%{open\n%1", [.text("%{open\n%1")]),
      ("\(digits)\n%2", [.text(Text(digits)), .newline, .number(2)]),
    ] as [(String, [MessageToken])])
  func modeJS(text: String, expected: [MessageToken]) throws {
    let messages = try table([("bky_two", "see %2\n%%")], options: options(.js))
    #expect(messages.tokenized(Text(text)).tokens == expected)
  }
}
