public import CCalque
import CalqueBase
import CalqueStorage
import CalqueTranscript

// include/calque/session.h: identifiers and sessions

/// The object behind `calque_session`.
final class SessionObject: Sendable {
  let id: Identity

  init(_ id: Identity) { self.id = id }
}

extension Identity {
  init(_ id: calque_id) { self.init(high: id.high, low: id.low) }

  var c: calque_id { calque_id(high: high, low: low) }
}

@c @implementation
public func calque_id_parse(
  _ text: UnsafePointer<CChar>?, _ length: Int, _ out: UnsafeMutablePointer<calque_id>?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> calque_status {
  Reply.value(out, calque_id(), error) { () throws(Diagnostic) in
    _ = try Input.given(out, "out")
    guard let id = Identity(try Input.text(text, length, "text")) else {
      throw Diagnostic(.invalidArgument, "not an identifier of 32 hexadecimal digits")
    }
    return id.c
  }
}

extension CFunction {
  static func calque_session_equal(_ a: SessionObject?, _ b: SessionObject?) -> Bool {
    a?.id == b?.id
  }

  static func calque_session_id(_ session: SessionObject) -> calque_id { session.id.c }

  static func calque_id_text(_ id: Identity) -> Text { id.text }

  static func calque_session_create() -> SessionObject { SessionObject(.random()) }

  static func calque_session_from_id(_ id: Identity) throws(Diagnostic) -> SessionObject {
    guard !id.isNone else { throw Diagnostic(.invalidArgument, "the id is all zero") }
    return SessionObject(id)
  }

  static func calque_session_restore(_ json: Bytes) throws(Diagnostic) -> SessionObject {
    SessionObject(try SessionArchive.session(json))
  }

  static func calque_session_archive(_ session: SessionObject) -> Text {
    SessionArchive.text(of: session.id)
  }
}
