import CalqueBase
import Testing

@testable import CalqueMessages

@Suite struct LoadTests {
  @Test func thePrefixGoesBeforeKeysAndTargets() throws {
    let messages = Messages()
    let json: Text = ##"{"@metadata": {"a": 1}, "#": "note", "TITLE": "Welcome", "N": 3}"##
    #expect(
      try messages.load(.message, prefix: "PREFIX_", json: json)
        == MessageLoad(stored: 1, skipped: 1))
    // The trailing comma is in the reference's own example.
    _ = try messages.load(.synonym, prefix: "PREFIX_", json: #"{"MAIN": "TITLE",}"#)
    #expect(messages.message(for: "prefix_title") == "Welcome")
    #expect(messages.message(for: "PREFIX_MAIN") == "Welcome")
    #expect(messages.message(for: "TITLE") == nil)
    #expect(messages.message(for: "MAIN") == nil)
    #expect(messages.message(for: "PREFIX_@metadata") == nil)
    #expect(messages.message(for: "PREFIX_#") == nil)
  }

  @Test func theLastOfKeysThatDifferInCaseCounts() throws {
    let messages = Messages()
    _ = try messages.load(.message, prefix: "", json: #"{"a": "1", "A": "2", "a": "3", "A": "4"}"#)
    #expect(messages.message(for: "a") == "4")
    #expect(messages.state.table.messageCount == 1)
  }

  @Test(arguments: [
    ("{\"a\": \"new\",\n  \"b\": }", DiagnosticCode.invalidJSON, 2),
    ("[\"a\"]", .invalidType, 0),
    ("{\"a\": \"new\"", .invalidJSON, 1),
    ("{,}", .invalidJSON, 1),
    ("", .invalidJSON, 1),
    ("{\"a\": 1e999}", .invalidJSON, 1),
  ])
  func aFailedLoadChangesNothing(json: String, code: DiagnosticCode, line: Int) throws {
    let messages = try table([("a", "old")])
    let epoch = messages.epoch
    let error = #expect(throws: Diagnostic.self) {
      try messages.load(.message, prefix: "", json: Text(json))
    }
    #expect(error?.code == code)
    #expect(error?.position?.line ?? 0 == line)
    #expect(messages.message(for: "a") == "old")
    #expect(messages.epoch == epoch)
  }

  @Test func invalidUTF8IsRefusedWithItsPosition() throws {
    let messages = Messages()
    let error = #expect(throws: Diagnostic.self) {
      try messages.load(.message, prefix: "", json: Text([0x7B, 0x22, 0xFF, 0x22]))
    }
    #expect(error?.code == .invalidUTF8)
    #expect(error?.position?.offset == 2)
  }

  @Test func aByteOrderMarkAndNULInATextAreAccepted() throws {
    let messages = Messages()
    _ = try messages.load(.message, prefix: "", json: "\u{FEFF}{\"a\": \"x\\u0000y\"}")
    #expect(messages.message(for: "a") == Text("x\u{0}y" as String))
  }

  @Test func optionsAreChecked() throws {
    let good = try MessageOptions(
      Members([("mode", .text("js")), ("maxDepth", .int(3)), ("other", .null)]))
    #expect(good.mode == .js)
    #expect(good.maximumDepth == 3)
    for bad: (Text, Value) in [
      ("mode", .text("swift")), ("maxDepth", .int(257)), ("maxOutput", .int(-1)),
      ("maxSteps", .text("1")), ("maxDepth", .double(1.5)),
    ] {
      let error = #expect(throws: Diagnostic.self) { try MessageOptions(Members([bad])) }
      #expect(error?.code == .invalidOption)
      #expect(error?.path == bad.0)
    }
  }

  /// Memory beyond 4 GiB is not to be had in a test; the limit is the same number.
  @Test func aTableOfMoreBytesThanItMayHaveIsRefused() throws {
    var builder = MessageTableBuilder(MessageTable.empty)
    builder.apply(MessageChange(.message, "key", "0123456789"))
    func failure(_ most: Int) -> DiagnosticCode? {
      do throws(Diagnostic) {
        _ = try builder.table(mostBytes: most)
        return nil
      } catch {
        return error.code
      }
    }
    // The key twice, the message, and a byte behind each of the four parts.
    #expect([19, 20, 21].map(failure) == [.limitExceeded, nil, nil])
  }
}
