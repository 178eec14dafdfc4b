public import CCalque
import CalqueBase
import CalqueStorage
import CalqueTranscript

// include/calque/session.h: identifiers

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
  static func calque_id_random() -> calque_id { Identity.random().c }

  static func calque_id_text(_ id: Identity) -> Text { id.text }
}
