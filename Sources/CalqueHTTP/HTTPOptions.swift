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
    caFile = try Self.text("caFile", members)
    caPath = try Self.text("caPath", members)
    proxy = try Self.text("proxy", members)
    if let value = Self.present("maxConnectionsPerHost", members) {
      guard let count = value.integer, (1...1000).contains(count) else {
        throw Diagnostic(
          .invalidOption, "the option is not a number from 1 to 1000", path: "maxConnectionsPerHost"
        )
      }
      maxConnectionsPerHost = Int(count)
    }
  }

  private static func text(_ name: Text, _ members: Members) throws(Diagnostic) -> Text? {
    guard let value = present(name, members) else { return nil }
    guard let text = value.text, !text.bytes.contains(0) else {
      throw Diagnostic(.invalidOption, "the option is not a text", path: name)
    }
    return text
  }

  private static func present(_ name: Text, _ members: Members) -> Value? {
    guard let value = members[name], !value.isNull else { return nil }
    return value
  }
}
