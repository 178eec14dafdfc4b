import CalqueBase
import CalqueMessages
import Testing

@Suite struct DecodeLimitTests {
  @Test(arguments: [MessageMode.ios, .js])
  func circlesStayWhereTheyClose(mode: MessageMode) throws {
    let messages = try table(
      [
        ("bky_self", "me: %{bky_self}"), ("bky_a", "a%{bky_b}"), ("bky_b", "b%{bky_c}"),
        ("bky_c", "c%{BKY_A}"),
      ], options: options(mode))
    #expect(messages.decodedWithOutcome("%{bky_self}") == ("me: %{bky_self}", .cycle))
    #expect(messages.decodedWithOutcome("%{bky_a}") == ("abc%{BKY_A}", .cycle))
  }

  @Test func aMessageMayBePutInTwiceSideBySide() throws {
    let messages = try table([("a", "%{b}%{b}"), ("b", "x")])
    #expect(messages.decodedWithOutcome("%{a}%{a}") == ("xxxx", []))
  }

  @Test(arguments: [(3, "d%{k3}"), (4, "d"), (5, "d")])
  func depthIsLimited(depth: Int, expected: String) throws {
    // The text leads through four messages.
    let messages = try table(
      [("k0", "%{k1}"), ("k1", "%{k2}"), ("k2", "d%{k3}"), ("k3", "")],
      options: options(.ios, depth: depth))
    let (text, outcome) = messages.decodedWithOutcome("%{k0}")
    #expect(text == Text(expected))
    #expect(outcome == (depth < 4 ? .limited : []))
  }

  @Test(arguments: [(9, "[%{k}]"), (10, "[12345678]"), (11, "[12345678]")])
  func outputIsLimited(output: Int, expected: String) throws {
    let messages = try table([("k", "12345678")], options: options(.ios, output: output))
    let (text, outcome) = messages.decodedWithOutcome("[%{k}]")
    #expect(text == Text(expected))
    #expect(outcome == (output < 10 ? .limited : []))
  }

  @Test(arguments: [(2, "xx%{k}"), (3, "xxx"), (4, "xxx")])
  func stepsAreLimited(steps: Int, expected: String) throws {
    let messages = try table([("k", "x")], options: options(.ios, steps: steps))
    let (text, outcome) = messages.decodedWithOutcome("%{k}%{k}%{k}")
    #expect(text == Text(expected))
    #expect(outcome == (steps < 3 ? .limited : []))
  }

  @Test(arguments: [MessageMode.ios, .js], [Text("ha"), Text("")])
  func explosiveGrowthEnds(mode: MessageMode, leaf: Text) throws {
    var entries: [(Text, Text)] = [("bky_0", leaf)]
    for level in 1...30 {
      let reference = "%{bky_" + Decimal.text(of: Int64(level - 1)) + "}"
      let text = Text.joined([Text](repeating: reference, count: 10), by: "")
      entries.append(("bky_" + Decimal.text(of: Int64(level)), text))
    }
    let messages = try table(entries, options: options(mode, output: 10_000, steps: 5000))
    let (text, outcome) = messages.decodedWithOutcome("%{bky_30}")
    #expect(outcome == .limited)
    #expect(text.count <= 10_000)
  }

  @Test func longTextsPassUnharmed() throws {
    let messages = try table([("k", "v")], options: options(.ios, output: 10))
    let long = Text([UInt8](repeating: 0x25, count: 100_000))
    #expect(messages.decoded(long) == long)
  }
}
