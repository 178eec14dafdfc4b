public import CCalque
import CalqueBase
import CalqueJSON
import CalqueTranscript

// include/calque/session.h and message_content.h: messages

/// The object behind `calque_transcript_message`: a value that the host changes.
final class MessageObject {
  var message: Message

  init(_ message: Message) { self.message = message }

  /// Runs the body of a call without an error object that changes a message.
  static func change(
    _ handle: OpaquePointer?, _ body: (inout Message) throws(Diagnostic) -> Void
  ) -> calque_status {
    change(handle, nil, body)
  }

  /// Runs the body of a call that changes a message.
  static func change(
    _ handle: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?,
    _ body: (inout Message) throws(Diagnostic) -> Void
  ) -> calque_status {
    Outcome.of(error) { () throws(Diagnostic) in
      let object = try Input.object(handle, MessageObject.self, "message")
      try body(&object.message)
      return CALQUE_OK
    }
  }

  /// The message behind a handle that may be NULL.
  static func message(_ handle: OpaquePointer?) -> Message? {
    Handle.object(handle, as: MessageObject.self)?.message
  }
}

@c @implementation
public func calque_transcript_message_create(
  _ session: OpaquePointer!, _ out: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.object(out, error) { () throws(Diagnostic) in
    let id = Handle.object(session, as: SessionObject.self)?.id
    return MessageObject(Message(session: id ?? .none))
  }
}

@c @implementation
public func calque_transcript_message_copy(
  _ message: OpaquePointer!, _ out: UnsafeMutablePointer<OpaquePointer?>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.object(out, error) { () throws(Diagnostic) in
    MessageObject(try Input.object(message, MessageObject.self, "message").message.fresh)
  }
}

@c @implementation
public func calque_transcript_message_restore(
  _ json: UnsafePointer<CChar>!, _ json_length: Int,
  _ out: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.object(out, error) { () throws(Diagnostic) in
    let posting = try WireFormat.posting(Input.required(json, json_length, "json"))
    guard let message = posting.message else {
      throw Diagnostic(.unsupported, "not a message", path: "kind")
    }
    return MessageObject(message)
  }
}

@c @implementation
public func calque_transcript_message_archive(
  _ message: OpaquePointer!, _ json: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    let message = try Input.object(message, MessageObject.self, "message").message
    return WireFormat.text(of: .message(message), withError: true)
  }
}

@c @implementation
public func calque_transcript_message_retain(_ message: OpaquePointer!) -> OpaquePointer! {
  Handle.retain(message, as: MessageObject.self)
  return message
}

@c @implementation
public func calque_transcript_message_release(_ message: OpaquePointer!) {
  Handle.release(message, as: MessageObject.self)
}

@c @implementation
public func calque_transcript_message_session(_ message: OpaquePointer!) -> OpaquePointer! {
  guard let session = MessageObject.message(message)?.session, !session.isNone else { return nil }
  return Handle.make(SessionObject(session))
}

@c @implementation
public func calque_transcript_message_id(_ message: OpaquePointer!) -> calque_id {
  MessageObject.message(message)?.header.id.c ?? calque_id()
}

@c @implementation
public func calque_transcript_message_set_id(_ message: OpaquePointer!, _ id: calque_id)
  -> calque_status
{
  MessageObject.change(message) { message in message.header.id = Identity(id) }
}

@c @implementation
public func calque_transcript_message_sender(_ message: OpaquePointer!) -> calque_id {
  MessageObject.message(message)?.header.sender.c ?? calque_id()
}

@c @implementation
public func calque_transcript_message_is_pending(_ message: OpaquePointer!) -> Bool {
  MessageObject.message(message)?.isPending ?? false
}

@c @implementation
public func calque_transcript_message_error_code(_ message: OpaquePointer!)
  -> calque_transcript_error
{
  MessageObject.message(message)?.error ?? 0
}

@c @implementation
public func calque_transcript_message_set_error_code(
  _ message: OpaquePointer!, _ code: calque_transcript_error
) -> calque_status {
  MessageObject.change(message) { (message) throws(Diagnostic) in
    guard code == 0 || TranscriptError(rawValue: code) != nil else {
      throw Diagnostic(.invalidArgument, "no such error")
    }
    message.error = code
  }
}

@c @implementation
public func calque_transcript_message_layout(
  _ message: OpaquePointer!, _ json: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    let message = try Input.object(message, MessageObject.self, "message").message
    return message.layout.map { JSON.text(of: .object($0.members)) }
  }
}

@c @implementation
public func calque_transcript_message_layout_shown(
  _ message: OpaquePointer!, _ live: Bool, _ json: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    let message = try Input.object(message, MessageObject.self, "message").message
    return message.layout.map { JSON.text(of: .object($0.shown(live: live))) }
  }
}

@c @implementation
public func calque_transcript_message_set_layout(
  _ message: OpaquePointer!, _ json: UnsafePointer<CChar>!, _ json_length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  MessageObject.change(message, error) { (message) throws(Diagnostic) in
    guard let bytes = try Input.bytes(json, json_length) else {
      message.layout = nil
      return
    }
    message.layout = try WireFormat.layout(bytes)
  }
}

@c @implementation
public func calque_transcript_message_summary_text(
  _ message: OpaquePointer!, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>!
) -> calque_status {
  MessageText.get(message, { $0.summaryText }, buffer, capacity, length)
}

@c @implementation
public func calque_transcript_message_set_summary_text(
  _ message: OpaquePointer!, _ text: UnsafePointer<CChar>!, _ length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  MessageObject.change(message, error) { (message) throws(Diagnostic) in
    message.summaryText = try Input.optionalText(text, length)
  }
}

@c @implementation
public func calque_transcript_message_accessibility_label(
  _ message: OpaquePointer!, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>!
) -> calque_status {
  MessageText.get(message, { $0.accessibilityLabel }, buffer, capacity, length)
}

@c @implementation
public func calque_transcript_message_set_accessibility_label(
  _ message: OpaquePointer!, _ text: UnsafePointer<CChar>!, _ length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  MessageObject.change(message, error) { (message) throws(Diagnostic) in
    message.accessibilityLabel = try Input.optionalText(text, length)
  }
}

@c @implementation
public func calque_transcript_message_should_expire(_ message: OpaquePointer!) -> Bool {
  MessageObject.message(message)?.shouldExpire ?? false
}

@c @implementation
public func calque_transcript_message_set_should_expire(
  _ message: OpaquePointer!, _ should_expire: Bool
) -> calque_status {
  MessageObject.change(message) { message in message.shouldExpire = should_expire }
}

@c @implementation
public func calque_transcript_message_validate(
  _ message: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  MessageObject.change(message, error) { (message) throws(Diagnostic) in try message.validate() }
}
