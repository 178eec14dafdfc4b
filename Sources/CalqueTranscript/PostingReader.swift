import CalqueBase

/// Reads a posting from the members of its JSON form.
struct PostingReader {
  private let members: Members
  private let reader: MemberReader

  private static let common: [Text] = ["version", "kind", "id", "sequence", "sender"]
  private static let ofMessage: [Text] = [
    "session", "url", "layout", "summaryText", "accessibilityLabel", "shouldExpire", "error",
  ]
  private static let ofAttachment: [Text] = ["url", "filename", "sticker", "description"]

  init(_ members: Members) {
    self.members = members
    reader = MemberReader(members, code: .invalidType)
  }

  /// - Throws: `invalidType` with the path of the member, `unsupported` for an unknown kind.
  func posting() throws(Diagnostic) -> Posting {
    switch try reader.text("kind") ?? "" {
    case "message": .message(try message())
    case "text": .text(try note())
    case "attachment": .attachment(try attachment())
    default: throw Diagnostic(.unsupported, "the kind is not known here", path: "kind")
    }
  }

  private func message() throws(Diagnostic) -> Message {
    var message = Message(session: try reader.identity("session") ?? .none)
    message.header = try header(knowing: Self.ofMessage)
    message.url = try reader.text("url").map { StateURL($0).text }
    if let layout = try reader.object("layout") { message.layout = try Layout(layout) }
    message.summaryText = try reader.text("summaryText")
    message.accessibilityLabel = try reader.text("accessibilityLabel")
    message.shouldExpire = try reader.bool("shouldExpire") ?? false
    let error = try reader.integer("error", in: -1...11) ?? 0
    message.error = Int32(truncatingIfNeeded: error)
    return message
  }

  private func note() throws(Diagnostic) -> TextNote {
    guard let text = try reader.text("text") else { throw reader.wrong("text", "there") }
    var note = TextNote(text)
    note.header = try header(knowing: ["text"])
    return note
  }

  func attachment() throws(Diagnostic) -> Attachment {
    guard let url = try reader.text("url") else { throw reader.wrong("url", "there") }
    var attachment = Attachment(url: StateURL(url).text)
    attachment.header = try header(knowing: Self.ofAttachment)
    attachment.filename = try reader.text("filename")
    attachment.isSticker = try reader.bool("sticker") ?? false
    attachment.description = try reader.text("description")
    return attachment
  }

  private func header(knowing known: [Text]) throws(Diagnostic) -> Header {
    var header = Header()
    header.id = try reader.identity("id") ?? .none
    header.sequence = try reader.integer("sequence", in: 1...Header.largestSequence) ?? 0
    header.sender = try reader.identity("sender") ?? .none
    for position in 0..<members.count {
      let name = members.keys[position]
      if Self.common.contains(name) || known.contains(name) { continue }
      header.extra[name] = members.values[position]
    }
    return header
  }
}
