import CalqueBase
import CalqueTranscript

// include/calque/message_content.h: the query of a message's URL
extension CFunction {
  static func calque_transcript_message_query_set(
    _ object: MessageObject, _ name: Text, _ value: Text?
  ) throws(Diagnostic) {
    var url = StateURL(object.message.url ?? "data:,")
    url.set(name, to: value)
    guard value == nil || url.text.count <= StateURL.limit else {
      throw TranscriptError.urlExceedsMaxSize.diagnostic
    }
    if object.message.url != nil || value != nil { object.message.url = url.text }
  }

  static func calque_transcript_message_query_get(_ object: MessageObject, _ name: Text) -> Text? {
    guard let url = object.message.url,
      let item = StateURL(url).items.first(where: { $0.name == name })
    else { return nil }
    return item.value ?? ""
  }

  static func calque_transcript_message_query_items(_ object: MessageObject) -> Value {
    let items = object.message.url.map { StateURL($0).items } ?? []
    return .array(
      items.map { item in .array([.text(item.name), item.value.map { .text($0) } ?? .null]) })
  }
}
