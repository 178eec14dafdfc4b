package import CalqueBase
import CalqueJSON

/// The stored form of a session: `{"version":1,"kind":"session","id":"..."}`.
package enum SessionArchive {
  package static func text(of session: Identity) -> Text {
    JSON.text(
      of: .object([
        "version": .int(WireFormat.version), "kind": .text("session"), "id": .text(session.text),
      ]))
  }

  package static func session(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(Diagnostic) -> Identity {
    let members = try WireFormat.object(bytes, limits: JSONLimits())
    let reader = MemberReader(members, code: .invalidType)
    let (kind, id) = (reader.text("kind"), reader.identity("id"))
    try reader.finish()
    guard let kind, kind == "session", !id.isNone else {
      throw Diagnostic(.invalidType, "not a session", path: "kind")
    }
    return id
  }
}
