public import CCalque
import CalqueBase
import CalqueJSON
import CalqueTranscript

// include/calque/message_content.h: the URL of a message

@c @implementation
public func calque_transcript_message_url(
  _ message: OpaquePointer!, _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>!
) -> calque_status {
  MessageText.get(message, { $0.url }, buffer, capacity, length)
}

@c @implementation
public func calque_transcript_message_set_url(
  _ message: OpaquePointer!, _ url: UnsafePointer<CChar>!, _ url_length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  MessageObject.change(message, error) { (message) throws(Diagnostic) in
    message.url = try Input.optionalText(url, url_length).map { StateURL($0).text }
  }
}

@c @implementation
public func calque_transcript_message_url_length(
  _ message: OpaquePointer!, _ used: UnsafeMutablePointer<Int>!,
  _ available: UnsafeMutablePointer<Int>!
) {
  let count = MessageObject.message(message)?.url?.count ?? 0
  (used as UnsafeMutablePointer<Int>?)?.pointee = count
  (available as UnsafeMutablePointer<Int>?)?.pointee = max(StateURL.limit - count, 0)
}

@c @implementation
public func calque_transcript_message_query_set(
  _ message: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ value: UnsafePointer<CChar>!, _ value_length: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  MessageObject.change(message, error) { (message) throws(Diagnostic) in
    let name = try Input.text(name, name_length, "name")
    let value = try Input.optionalText(value, value_length)
    var url = StateURL(message.url ?? "data:,")
    url.set(name, to: value)
    guard value == nil || url.text.count <= StateURL.limit else {
      throw TranscriptError.urlExceedsMaxSize.diagnostic
    }
    if message.url != nil || value != nil { message.url = url.text }
  }
}

@c @implementation
public func calque_transcript_message_query_get(
  _ message: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ name_length: Int,
  _ buffer: UnsafeMutablePointer<CChar>!, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>!
) -> calque_status {
  MessageText.get(
    message,
    { (message) throws(Diagnostic) in
      let name = try Input.text(name, name_length, "name")
      guard let url = message.url, let item = StateURL(url).items.first(where: { $0.name == name })
      else { return nil }
      return item.value ?? ""
    }, buffer, capacity, length)
}

@c @implementation
public func calque_transcript_message_query_items(
  _ message: OpaquePointer!, _ json: UnsafeMutablePointer<calque_string>!,
  _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> calque_status {
  Reply.string(json, error) { () throws(Diagnostic) in
    let message = try Input.object(message, MessageObject.self, "message").message
    let items = message.url.map { StateURL($0).items } ?? []
    let values = items.map { item in
      Value.array([.text(item.name), item.value.map { Value.text($0) } ?? .null])
    }
    return JSON.text(of: .array(values))
  }
}
