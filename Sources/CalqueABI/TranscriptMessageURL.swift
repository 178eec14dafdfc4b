public import CCalque
import CalqueBase
import CalqueJSON
import CalqueTranscript

// include/calque/message_content.h: the query of a message's URL

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
  MessageObject.get(message, buffer, capacity, length) { (message) throws(Diagnostic) in
    let name = try Input.text(name, name_length, "name")
    guard let url = message.url, let item = StateURL(url).items.first(where: { $0.name == name })
    else { return nil }
    return item.value ?? ""
  }
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
