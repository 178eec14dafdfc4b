import CCalque
import CalqueBase
import CalqueJSON
import CalqueTranscript

// include/calque/session.h and message_content.h: messages

/// The object behind `calque_transcript_message`: a value that the host changes.
final class MessageObject {
  var message: Message

  init(_ message: Message) { self.message = message }
}

extension CFunction {
  static func calque_transcript_message_get_info(
    _ object: MessageObject
  ) -> calque_transcript_message_info {
    let message = object.message
    return calque_transcript_message_info(
      id: message.header.id.c, session: message.session.c, sender: message.header.sender.c,
      error: message.error, is_pending: message.isPending, should_expire: message.shouldExpire)
  }

  static func calque_transcript_message_get(
    _ object: MessageObject, _ member: Text
  ) throws(Diagnostic) -> Text? {
    let message = object.message
    switch member {
    case "url": return message.url
    case "summaryText": return message.summaryText
    case "accessibilityLabel": return message.accessibilityLabel
    case "layout": return message.layout.map { JSON.text(of: .object($0.members)) }
    case "id": return message.header.id.isNone ? nil : message.header.id.text
    case "error": return message.error == 0 ? nil : Decimal.text(of: Int64(message.error))
    case "shouldExpire": return message.shouldExpire ? "true" : "false"
    default: throw noMember(member)
    }
  }

  private static func noMember(_ name: Text) -> Diagnostic {
    Diagnostic(.invalidOption, "a message has no such member", path: name)
  }

  static func calque_transcript_message_set(
    _ object: MessageObject, _ member: Text, _ value: Text?
  ) throws(Diagnostic) {
    switch member {
    case "url": object.message.url = value.map { StateURL($0).text }
    case "summaryText": object.message.summaryText = value
    case "accessibilityLabel": object.message.accessibilityLabel = value
    case "layout":
      object.message.layout = try value.map { (json) throws(Diagnostic) in
        try json.withBytes { (json) throws(Diagnostic) in try WireFormat.layout(json) }
      }
    case "id": object.message.header.id = try value.map(Identity.init(parsing:)) ?? .none
    case "error": object.message.error = try value.map(errorCode) ?? 0
    case "shouldExpire": object.message.shouldExpire = try value.map(flag) ?? false
    default: throw noMember(member)
    }
  }

  private static func errorCode(_ text: Text) throws(Diagnostic) -> Int32 {
    guard let code = try? JSON.parse(text).integer.flatMap({ Int32(exactly: $0) }),
      code == 0 || TranscriptError(rawValue: code) != nil
    else { throw Diagnostic(.invalidArgument, "no such error") }
    return code
  }

  private static func flag(_ text: Text) throws(Diagnostic) -> Bool {
    switch text {
    case "true": return true
    case "false": return false
    default: throw Diagnostic(.invalidArgument, "not true or false")
    }
  }

  static func calque_transcript_message_query_set(
    _ object: MessageObject, _ name: Text, _ value: Text?
  ) throws(Diagnostic) {
    let url = object.message.url(settingItem: name, to: value)
    guard value == nil || (url?.count ?? 0) <= StateURL.limit else {
      throw TranscriptError.urlExceedsMaxSize.diagnostic
    }
    object.message.url = url
  }
}
