import CalqueBase
import CalqueMessages
import Testing

@Suite struct DecodeTests {
  private let messages: [(Text, Text)] = [
    ("bky_name", "Blockly"), ("bky_description", "This is the %{bky_name} library."),
    ("bky_pct", "50%% off"), ("bky_empty", ""), ("a|b", "pipe"), ("plain", "text"),
    ("bky_missing", "<%{bky_nope}>"),
  ]

  @Test(arguments: [
    ("%{bky_name}", "Blockly"),
    ("%{bky_description}", "This is the Blockly library."),
    ("%{non_existent_message}", "%{non_existent_message}"),
    ("Learn to code with #%{bky_name}", "Learn to code with #Blockly"),
    ("%{BKY_NAME}%{bky_name}x%{bky_empty}y", "BlocklyBlocklyxy"),
    ("%{a|b} %{plain}", "pipe text"),
    ("%%{bky_name} %%%{bky_name} 100%", "%%{bky_name} %%%{bky_name} 100%"),
    ("%{bky_pct}", "50%% off"),
    ("%{bky_%{bky_name}}", "%{bky_Blockly}"),
    ("%{1} %{_a} %{ bky_name} %{bky_name } %{} %{", "%{1} %{_a} %{ bky_name} %{bky_name } %{} %{"),
    ("%{bky_name", "%{bky_name"),
    ("%{bky_missing}", "<%{bky_nope}>"),
    ("é%{bky_name}é", "éBlocklyé"),
    ("%{bky_name}\u{301}", "%{bky_name}\u{301}"),
    ("\u{600}%{bky_name}", "\u{600}%{bky_name}"),
  ])
  func modeIOSReplacesReferences(text: String, expected: String) throws {
    #expect(try table(messages).decoded(Text(text)) == Text(expected))
  }

  @Test(arguments: [
    ("%{bky_name}\u{301}", "Blockly\u{301}"),
    ("%%{bky_name} %%%{bky_name} 100%", "%{bky_name} %Blockly 100%"),
    ("%{bky_pct} %1", "50% off %1"),
    ("%{plain} %{BKY_}", "%{plain} %{BKY_}"),
    ("%{bky_%{bky_name}}", "%{bky_%{bky_name}}"),
    ("%{bky_name %1%%", "%{bky_name %1%%"),
    ("%é%", "%é%"),
  ])
  func modeJSUnescapesAndWantsThePrefix(text: String, expected: String) throws {
    #expect(try table(messages, options: options(.js)).decoded(Text(text)) == Text(expected))
  }

  @Test func whatStaysIsReported() throws {
    let decoded = try table(messages)
    #expect(decoded.decodedWithOutcome("%{bky_name}").1 == [])
    #expect(decoded.decodedWithOutcome("%{bky_missing}").1 == .missing)
  }

  @Test func aHookGivesTextForKeysThatNoTableHas() throws {
    let decoded = try table(messages)
    decoded.setResolver(
      MessageResolver { key, arguments in
        key == "BKY_HOOK" ? "hook %{bky_name} " + Decimal.text(of: Int64(arguments.count)) : nil
      })
    #expect(decoded.decoded("%{BKY_HOOK}") == "hook Blockly 0")
    #expect(decoded.message(for: "BKY_HOOK") == "hook %{bky_name} 0")
    #expect(decoded.message(for: "bky_name") == "Blockly")
    #expect(decoded.format("%{BKY_HOOK} %1", [.int(5)]).text == "hook Blockly 1 5")
    let unused = decoded.format("%{BKY_HOOK}", [.int(5)])
    #expect(unused.text == "hook Blockly 1")
    #expect(unused.problem == nil, "a plural form need not show its number")
    decoded.setResolver(nil)
    #expect(decoded.message(for: "BKY_HOOK") == nil)
  }

  @Test func aHookThatLeadsToItselfEnds() throws {
    let decoded = Messages()
    decoded.setResolver(MessageResolver { _, _ in "again %{again}" })
    #expect(decoded.decodedWithOutcome("%{again}") == ("again %{again}", [.cycle, .hooked]))
  }
}
