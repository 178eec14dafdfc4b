import CalqueBase
import CalqueJSON
import CalqueTranslator
import Testing

/// Bundles added as JSON text: the same as their trees, whether there is one already or not.
@Suite struct BundleTextTests {
  private let formats: [TranslatorFormat] = [.v4, .v1, .ios]

  private func data(_ translator: Translator) -> String? {
    translator.resource(lng: nil, ns: nil, key: nil).map { JSON.text(of: $0).string }
  }

  private func empty(_ more: Text = "") throws -> Translator {
    try TranslatorFixture.make(.v4, #"{"lng":"en""# + more + "}")
  }

  private static let trees: [Text] = [
    "{}", #"{"a":"A","b":{"c":["x",{"d":null}],"e":1.5},"f.g":"{{v}}"}"#, #"{"a":1,"b":2,"a":3}"#,
    #"{"__proto__":{"p":"x"},"a":{"__proto__":"y"},"constructor":"z"}"#, #"{"":"x","é":"ü"}"#,
    #"{"wide":123456789012345678901234567890}"#, "\u{FEFF}{\"a\":\"marked\"}",
  ]

  @Test(arguments: trees, [true, false])
  func textAddsWhatItsTreeAdds(text: Text, deep: Bool) throws {
    for format in formats {
      let options: Text = #"{"lng":"en"}"#
      let direct = try TranslatorFixture.make(format, options)
      let built = try TranslatorFixture.make(format, options)
      let journals = [Journal(), Journal()]
      for (translator, journal) in zip([direct, built], journals) {
        _ = translator.events.subscribe("added") { name, arguments in
          journal.note(name.string + JSON.text(of: .array(arguments)).string)
        }
      }
      // The second time there is a bundle already.
      for _ in 0..<2 {
        let mode = Translator.BundleMode(deep: deep)
        try direct.addBundle(text, lng: "en", ns: "n", mode: mode)
        try built.addBundle(TranslatorFixture.members(text), lng: "en", ns: "n", mode: mode)
        #expect(data(direct) == data(built))
      }
      #expect(journals[0].lines == journals[1].lines)
      #expect(journals[0].lines.count == 2)
    }
  }

  @Test(
    arguments: [
      ("[]", .invalidType), ("1", .invalidType), ("{", .invalidJSON), (#"{"a":1,}"#, .invalidJSON),
      ("", .invalidJSON), ("[[[[[[[]]]]]]]", .limitExceeded),
    ] as [(Text, DiagnosticCode)])
  func whatIsNoBundleChangesNothing(text: Text, code: DiagnosticCode) throws {
    let translator = try empty(#","limits":{"maxCatalogDepth":5}"#)
    for _ in 0..<2 {
      let failure = #expect(throws: Diagnostic.self) { try translator.add("en", "n", text) }
      #expect(failure?.code == code)
      #expect(translator.resource(lng: "en", ns: "n", key: nil) == nil)
    }
  }

  @Test func invalidBytesAreToldWhereTheyAre() throws {
    let translator = try empty()
    let failure = #expect(throws: Diagnostic.self) {
      try translator.add("en", "n", Text(Array(#"{"a":""#.utf8) + [0xFF, 0x22]))
    }
    #expect(failure?.code == .invalidUTF8)
    #expect(failure?.position?.offset == 6)
  }

  @Test(arguments: [(4, true), (5, true), (6, false)])
  func depthHasALimit(depth: Int, isTaken: Bool) throws {
    let translator = try empty(#","limits":{"maxCatalogDepth":5}"#)
    let text =
      Text.joined(Array(repeating: #"{"a":"#, count: depth), by: "") + "1"
      + Text([UInt8](repeating: 0x7D, count: depth))
    let added: Void? = try? translator.add("en", "n", text)
    #expect((added != nil) == isTaken)
    #expect((translator.resource(lng: "en", ns: "n", key: nil) != nil) == isTaken)
  }

  @Test(arguments: [(-1, true), (0, true), (1, false)])
  func sizeHasALimit(excess: Int, isTaken: Bool) throws {
    let translator = try empty(#","limits":{"maxCatalogBytes":100}"#)
    let text: Text = #"{"a":""# + Text([UInt8](repeating: 0x78, count: 92 + excess)) + #""}"#
    let added: Void? = try? translator.add("en", "n", text)
    #expect((added != nil) == isTaken)
  }
}
