import CalqueBase
import CalqueJSON

/// The options of a client, by their names in `http.h`.
struct HTTPOptions: Sendable {
  var caFile: Text?
  var caPath: Text?
  /// nil: that of the environment; empty: none.
  var proxy: Text?
  var maxConnectionsPerHost = 6

  /// - Throws: as `JSON.parse`; `invalidType`, `invalidOption`.
  init(json: UnsafeBufferPointer<UInt8>?) throws(Diagnostic) {
    guard let json else { return }
    guard case .object(let members) = try JSON.parse(json) else {
      throw Diagnostic(.invalidType, "options is not a JSON object")
    }
    let reader = MemberReader(members)
    caFile = try Self.cText("caFile", reader)
    caPath = try Self.cText("caPath", reader)
    proxy = try Self.cText("proxy", reader)
    if let count = try reader.integer("maxConnectionsPerHost", in: 1...1000) {
      maxConnectionsPerHost = Int(count)
    }
  }

  /// A text as a C string.
  private static func cText(_ name: Text, _ reader: MemberReader) throws(Diagnostic) -> Text? {
    let text = try reader.text(name)
    if let text, text.bytes.contains(0) { throw reader.wrong(name, "text without NUL") }
    return text
  }
}
