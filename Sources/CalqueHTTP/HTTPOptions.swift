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
    caFile = Self.cText("caFile", reader)
    caPath = Self.cText("caPath", reader)
    proxy = Self.cText("proxy", reader)
    if let count = reader.integer("maxConnectionsPerHost", in: 1...1000) {
      maxConnectionsPerHost = Int(count)
    }
    try reader.finish()
  }

  /// A text as a C string.
  private static func cText(_ name: Literal, _ reader: MemberReader) -> Text? {
    let text = reader.text(name)
    if let text, text.bytes.contains(0) { reader.refuse(name, "a string without NUL") }
    return text
  }
}
