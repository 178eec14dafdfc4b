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

  /// A new identifier from the system's randomness.
  static func random() -> Identity {
    let (high, low) = Entropy.words()
    return Identity(random: high, low)
  }

  var c: calque_id { calque_id(high: high, low: low) }
}

@c @implementation
public func calque_id_parse(
  _ text: UnsafePointer<CChar>!, _ length: Int, _ out: UnsafeMutablePointer<calque_id>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  (out as UnsafeMutablePointer<calque_id>?)?.pointee = calque_id()
  return Outcome.of(error) { () throws(Diagnostic) in
    guard let out = out as UnsafeMutablePointer<calque_id>? else { throw Input.missing("out") }
    guard let id = Identity(try Input.text(text, length, "text")) else {
      throw Diagnostic(.invalidArgument, "not an identifier of 32 hexadecimal digits")
    }
    out.pointee = id.c
    return CALQUE_OK
  }
}

@c @implementation
public func calque_id_text(
  _ id: calque_id, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>!
) -> calque_status {
  Reply.text(Identity(id).text, buffer, capacity, length)
}

@c @implementation
public func calque_session_create(
  _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.object(out, error) { () throws(Diagnostic) in SessionObject(.random()) }
}

@c @implementation
public func calque_session_from_id(
  _ id: calque_id, _ out: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.object(out, error) { () throws(Diagnostic) in
    guard !Identity(id).isNone else { throw Diagnostic(.invalidArgument, "the id is all zero") }
    return SessionObject(Identity(id))
  }
}

@c @implementation
public func calque_session_restore(
  _ json: UnsafePointer<CChar>!, _ json_length: Int,
  _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.object(out, error) { () throws(Diagnostic) in
    SessionObject(try SessionArchive.session(Input.required(json, json_length, "json")))
  }
}

@c @implementation
public func calque_session_archive(
  _ session: OpaquePointer!, _ json: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    SessionArchive.text(of: try Input.object(session, SessionObject.self, "session").id)
  }
}

@c @implementation
public func calque_session_retain(_ session: OpaquePointer!) -> OpaquePointer! {
  Handle.retain(session, as: SessionObject.self)
  return session
}

@c @implementation
public func calque_session_release(_ session: OpaquePointer!) {
  Handle.release(session, as: SessionObject.self)
}

@c @implementation
public func calque_session_id(_ session: OpaquePointer!) -> calque_id {
  Handle.object(session, as: SessionObject.self)?.id.c ?? calque_id()
}

@c @implementation
public func calque_session_equal(_ a: OpaquePointer!, _ b: OpaquePointer!) -> Bool {
  Handle.object(a, as: SessionObject.self)?.id == Handle.object(b, as: SessionObject.self)?.id
}
