import CalqueBase
import Testing

@testable import CalqueTexts

@Suite struct VersionTableTests {
  private func read(_ text: Text, _ limit: Int = 1 << 20) throws -> VersionTable {
    try VersionTable(versionFile: text, maximumBytes: limit)
  }

  private func failure(_ text: Text, _ limit: Int = 1 << 20) -> DiagnosticCode? {
    do throws(Diagnostic) {
      _ = try VersionTable(versionFile: text, maximumBytes: limit)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func readsVersionsByIdentifier() throws {
    let table = try read(#"{"Text1": "1.2.3", "Text2": "123.456.789", "Text3": "0.0.1",}"#)
    #expect(table.keys.map { $0.string } == ["Text1", "Text2", "Text3"])
    #expect(table.version(of: "Text2") == Version(123, 456, 789))
    #expect(table.version(of: "Text4") == .zero)
  }

  @Test func whatIsNoVersionDropsItsEntryAlone() throws {
    let table = try read(#"{"a": "1.2.3", "b": "one", "c": "", "d": "1.2", "e": "2.0.0"}"#)
    #expect(table.keys.map { $0.string } == ["a", "e"])
  }

  @Test(arguments: [
    (#"{"a": "1.2.3", "b": 1}"#, DiagnosticCode.invalidType),
    (#"{"a": "1.2.3", "b": null}"#, .invalidType),
    (#"{"a": {}}"#, .invalidType), (#"{"a": ["1.2.3"]}"#, .invalidType),
    (#"["1.2.3"]"#, .invalidType), (#""1.2.3""#, .invalidType), ("1", .invalidType),
    ("null", .invalidType), (#"{"a": [[[1]]]}"#, .limitExceeded),
    ("", .invalidJSON), ("<html>404</html>", .invalidJSON), (#"{"a": "1.2.3""#, .invalidJSON),
    (#"{"a" "1.2.3"}"#, .invalidJSON), ("{\"a\\u0000\": \"1.2.3\"}", .invalidJSON),
    ("\u{0}", .invalidJSON),
  ])
  func anythingElseIsRefusedAsAWhole(file: String, code: DiagnosticCode) {
    #expect(failure(Text(file)) == code)
  }

  @Test func invalidUTF8IsRefused() {
    #expect(failure(Text([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x22, 0x22, 0x7D])) == .invalidUTF8)
  }

  @Test(arguments: [(-1, true), (0, false), (1, false)])
  func bytesHaveALimit(more: Int, isRefused: Bool) {
    let file: Text = #"{"a": "1.2.3"}"#
    #expect(failure(file, file.count + more) == (isRefused ? .limitExceeded : nil))
  }

  @Test func aByteOrderMarkAndTheLastOfTwoAreTaken() throws {
    let table = try read(Text([0xEF, 0xBB, 0xBF]) + #"{"a": "1.0.0", "a": "2.0.0"}"#)
    #expect(table.version(of: "a") == Version(2, 0, 0))
  }

  @Test func isReadBackAsItWasWritten() throws {
    var table = VersionTable()
    table["ids \"with\" anything/ö"] = Version("1.0.001")
    table["b"] = Version(18_446_744_073_709_551_615, 0, 0)
    let again = try read(table.versionFile)
    #expect(again == table)
    #expect(again.values.map { $0.text.string } == ["1.0.001", "18446744073709551615.0.0"])
  }
}
