import CCalque
import CalqueBase
import CalqueJSON
import CalqueTranscript

// include/calque/session.h and message_content.h: messages

/// The object behind `calque_transcript_message`: a value that the host changes.
final class MessageObject {
  var message: Message

  init(_ message: Message) { self.message = message }

  /// The message behind a handle that may be NULL.
  static func message(_ handle: OpaquePointer?) -> Message? {
    Handle.object(handle, as: MessageObject.self)?.message
  }
}

/// A member of a message that has a name in C.
enum MessageMember {
  case url, summaryText, accessibilityLabel, layout

  init(_ name: Text) throws(Diagnostic) {
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
public func calque_transcript_message_session(_ message: OpaquePointer?) -> OpaquePointer! {
  guard let session = MessageObject.message(message)?.session, !session.isNone else { return nil }
  return Handle.make(SessionObject(session))
}

extension CFunction {
  static func calque_transcript_message_should_expire(_ object: MessageObject) -> Bool {
    object.message.shouldExpire
  }

  static func calque_transcript_message_error_code(_ object: MessageObject) -> Int32 {
    object.message.error
  }

  static func calque_transcript_message_is_pending(_ object: MessageObject) -> Bool {
    object.message.isPending
  }

  static func calque_transcript_message_sender(_ object: MessageObject) -> calque_id {
    object.message.header.sender.c
  }

  static func calque_transcript_message_id(_ object: MessageObject) -> calque_id {
    object.message.header.id.c
  }

  static func calque_transcript_message_create(_ session: SessionObject?) -> MessageObject {
    MessageObject(Message(session: session?.id ?? .none))
  }

  static func calque_transcript_message_copy(_ object: MessageObject) -> MessageObject {
    MessageObject(object.message.fresh)
  }

  static func calque_transcript_message_restore(_ json: Bytes) throws(Diagnostic) -> MessageObject {
    guard let message = try WireFormat.posting(json).message else {
      throw Diagnostic(.unsupported, "not a message", path: "kind")
    }
    return MessageObject(message)
  }

  static func calque_transcript_message_archive(_ object: MessageObject) -> Text {
    WireFormat.text(of: .message(object.message), withError: true)
  }

  static func calque_transcript_message_set_id(_ object: MessageObject, _ id: Identity) {
    object.message.header.id = id
  }

  static func calque_transcript_message_set_error_code(
    _ object: MessageObject, _ code: calque_transcript_error
  ) throws(Diagnostic) {
    guard code == 0 || TranscriptError(rawValue: code) != nil else {
      throw Diagnostic(.invalidArgument, "no such error")
    }
    object.message.error = code
  }

  static func calque_transcript_message_get(
    _ object: MessageObject, _ member: MessageMember
  ) -> Text? {
    let message = object.message
    return switch member {
    case .url: message.url
    case .summaryText: message.summaryText
    case .accessibilityLabel: message.accessibilityLabel
    case .layout: message.layout.map { JSON.text(of: .object($0.members)) }
    }
  }

  static func calque_transcript_message_set(
    _ object: MessageObject, _ member: MessageMember, _ value: Text?
  ) throws(Diagnostic) {
    switch member {
    case .url: object.message.url = value.map { StateURL($0).text }
    case .summaryText: object.message.summaryText = value
    case .accessibilityLabel: object.message.accessibilityLabel = value
    case .layout:
      object.message.layout = try value.map { (json) throws(Diagnostic) in
        try json.withBytes { (json) throws(Diagnostic) in try WireFormat.layout(json) }
      }
    }
  }

  static func calque_transcript_message_layout_shown(
    _ object: MessageObject, _ live: Bool
  ) -> Value? {
    object.message.layout.map { .object($0.shown(live: live)) }
  }

  static func calque_transcript_message_set_should_expire(
    _ object: MessageObject, _ shouldExpire: Bool
  ) {
    object.message.shouldExpire = shouldExpire
  }

  static func calque_transcript_message_validate(_ object: MessageObject) throws(Diagnostic) {
    try object.message.validate()
  }
}
