import CalqueBase
import CalqueTemplate
import Testing

@Suite struct FormatSpecTests {
  @Test func namesAreTrimmedAndLowerCase() {
    #expect(FormatSpec.chain(" UpperCase ") == [FormatSpec(name: "uppercase")])
    #expect(FormatSpec.chain("a, B") == [FormatSpec(name: "a"), FormatSpec(name: "b")])
    #expect(FormatSpec.chain("") == [FormatSpec(name: "")])
  }

  @Test func optionsAreTyped() {
    let text: Text =
      " Number ( minimumFractionDigits: 2; style: 'percent'; useGrouping: false; x: true; n: -1.9 )"
    let expected = Members([
      ("minimumFractionDigits", .int(2)), ("style", .text("percent")),
      ("useGrouping", .bool(false)),
      ("x", .bool(true)), ("n", .int(-1)),
    ])
    #expect(FormatSpec(parsing: text) == FormatSpec(name: "number", options: expected))
  }

  @Test func valuesKeepColonsAndInnerQuotes() {
    let spec = FormatSpec(parsing: "x(at: ''12:30'';: lost; empty; big: 99999999999999999999)")
    #expect(spec.options["at"] == .text("12:30"))
    #expect(spec.options["empty"] == .text(""))
    #expect(spec.options["big"] == .double(1e20))
    #expect(spec.options.count == 3)
  }

  @Test func currencyAndRangeCanStandAlone() {
    #expect(FormatSpec(parsing: "currency( EUR )").options == Members([("currency", .text("EUR"))]))
    #expect(FormatSpec(parsing: "relativetime(quarter)").options["range"] == .text("quarter"))
    let both = FormatSpec(parsing: "currency(currency: USD; minimumFractionDigits: 0)").options
    #expect(both == Members([("currency", .text("USD")), ("minimumFractionDigits", .int(0))]))
    #expect(FormatSpec(parsing: "currency").options.isEmpty)
  }

  @Test func separatorsInParenthesesStayTogether() {
    let specs = FormatSpec.chain("join(with: a,b), number(x: 1),last")
    #expect(specs.map { $0.name.string } == ["join", "number", "last"])
    #expect(specs.first?.options["with"] == .text("a,b"))
    #expect(FormatSpec.chain("a|b", separator: "|").count == 2)
  }

  @Test(arguments: ["(", ")", "x(", "x)", "x)(", "x(;;:;", ",,,"])
  func brokenSpecsStillRead(text: String) {
    let specs = FormatSpec.chain(Text(text))
    #expect(specs.count == (text == ",,," ? 4 : 1))
    for spec in specs { #expect(spec.options.isEmpty) }
  }

  @Test func unclosedParenthesesReachToTheEnd() {
    let specs = FormatSpec.chain("x(a: 1, y(b: 2")
    #expect(specs.count == 1)
    #expect(specs.first?.options["a"] == .text("1, y(b: 2"))
  }
}
