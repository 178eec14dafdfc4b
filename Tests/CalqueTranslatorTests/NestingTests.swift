import CalqueBase
import CalqueTranslator
import Testing

/// References inside texts: `$t(...)`.
@Suite struct NestingTests {
  private func english(_ tree: Text, _ more: Text = "") throws -> Translator {
    try TranslatorFixture.english(tree, more)
  }

  /// n-1, n and n+1 references inside one another.
  @Test(arguments: [1, 2, 8, 9, 32])
  func depthIsLimited(limit: Int) throws {
    var tree = Members()
    for level in 0..<(limit + 1) {
      let next: Text = "$t(k" + Decimal.text(of: Int64(level + 1)) + ")"
      tree["k" + Decimal.text(of: Int64(level))] = .text(next)
    }
    tree["k" + Decimal.text(of: Int64(limit + 1))] = .text("end")
    var limits = Members()
    limits["maxNesting"] = .int(Int64(limit))
    let bundle = Value.object(Members([("translation", .object(tree))]))
    let given = Members([
      ("lng", .text("en")), ("resources", .object(Members([("en", bundle)]))),
      ("limits", .object(limits)),
    ])
    let translator = try Translator(format: .v4, given: given, host: HostCallbacks())
    let last: Text = "$t(k" + Decimal.text(of: Int64(limit + 1)) + ")"
    #expect(try translator.t("k2") == "end")
    #expect(try translator.t("k1") == "end")
    #expect(try translator.t("k0") == last.string)
  }

  @Test func aReferenceMayBeFormatted() throws {
    let translator = try english(#"{"a":"$t(b, up)","c":"$t(b, {\"x\":1}, up)","b":" bob "}"#)
    translator.setFormatter("up") { value, _, _ in value.text.map { .text($0.uppercasedASCII()) } }
    #expect(try translator.t("a") == "BOB")
    #expect(try translator.t("c") == "BOB")
  }

  @Test func referencesThatMultiplyStopAtALimit() throws {
    var tree = Members()
    for level in 0..<20 {
      let name: Text = "$t(k" + Decimal.text(of: Int64(level + 1)) + ")"
      tree["k" + Decimal.text(of: Int64(level))] = .text(
        Text.joined(Array(repeating: name, count: 10), by: ""))
    }
    tree["k20"] = .text("lol")
    let bundle = Value.object(Members([("translation", .object(tree))]))
    for (format, names): (TranslatorFormat, (Text, Text)) in [
      (.v4, ("lng", "resources")), (.v1, ("lng", "resStore")), (.ios, ("lang", "resourcesStore")),
    ] {
      let given = Members([
        ("limits", .object(Members([("maxSteps", .int(1000))]))), (names.0, .text("en")),
        (names.1, .object(Members([("en", bundle)]))),
      ])
      let translator = try Translator(format: format, given: given, host: HostCallbacks())
      #expect(try translator.t("k0").utf8.count < 4 << 20)
    }
  }
}
