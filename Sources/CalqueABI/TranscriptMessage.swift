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

  /// Runs the body of a call that puts a text of a message into a buffer.
  static func get(
    _ handle: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>?, _ text: (Message) throws(Diagnostic) -> Text?
  ) -> calque_status {
    // An empty text first, so that the buffer holds one whatever goes wrong.
    _ = Reply.text(nil, buffer, capacity, length)
    return Outcome.of(nil) { () throws(Diagnostic) in
      let message = try Input.object(handle, MessageObject.self, "message").message
      return Reply.text(try text(message), buffer, capacity, length)
    }
  }

  /// The message behind a handle that may be NULL.
  static func message(_ handle: OpaquePointer?) -> Message? {
    Handle.object(handle, as: MessageObject.self)?.message
  }
}

/// A member of a message that has a name in C.
private enum MessageMember {
  case url, summaryText, accessibilityLabel, layout

  init(_ name: UnsafePointer<CChar>?, _ length: Int) throws(Diagnostic) {
    let name = try Input.text(name, length, "member")
    switch name {
    case "url": self = .url
    case "summaryText": self = .summaryText
    case "accessibilityLabel": self = .accessibilityLabel
    case "layout": self = .layout
    default: throw Diagnostic(.invalidOption, "a message has no such member", path: name)
    }
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
public func calque_transcript_message_get(
  _ message: OpaquePointer!, _ member: UnsafePointer<CChar>!, _ member_length: Int,
  _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int, _ length: UnsafeMutablePointer<Int>!
) -> calque_status {
  MessageObject.get(message, buffer, capacity, length) { (message) throws(Diagnostic) in
    switch try MessageMember(member, member_length) {
    case .url: message.url
    case .summaryText: message.summaryText
    case .accessibilityLabel: message.accessibilityLabel
    case .layout: message.layout.map { JSON.text(of: .object($0.members)) }
    }
  }
}

@c @implementation
public func calque_transcript_message_set(
  _ message: OpaquePointer!, _ member: UnsafePointer<CChar>!, _ member_length: Int,
  _ value: UnsafePointer<CChar>!, _ value_length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  MessageObject.change(message, error) { (message) throws(Diagnostic) in
    switch try MessageMember(member, member_length) {
    case .url: message.url = try Input.optionalText(value, value_length).map { StateURL($0).text }
    case .summaryText: message.summaryText = try Input.optionalText(value, value_length)
    case .accessibilityLabel:
      message.accessibilityLabel = try Input.optionalText(value, value_length)
    case .layout:
      let json = try Input.bytes(value, value_length)
      message.layout = try json.map { (json) throws(Diagnostic) in try WireFormat.layout(json) }
    }
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
