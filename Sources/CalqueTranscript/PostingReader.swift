import CalqueBase

/// Reads a posting from the members of its JSON form.
struct PostingReader {
  private let members: Members
  private let reader: MemberReader

  private static let common: [Literal] = ["version", "kind", "id", "sequence", "sender"]
  private static let ofMessage: [Literal] = [
    "session", "url", "layout", "summaryText", "accessibilityLabel", "shouldExpire", "error",
  ]
  private static let ofAttachment: [Literal] = ["url", "filename", "sticker", "description"]

  init(_ members: Members) {
    self.members = members
    reader = MemberReader(members, code: .invalidType)
  }

  /// - Throws: `invalidType` with the path of the member, `unsupported` for an unknown kind.
  func posting() throws(Diagnostic) -> Posting {
    let kind = reader.text("kind") ?? Text()
    try reader.finish()
    switch kind {
    case "message": return .message(try message())
    case "text": return .text(try note())
    case "attachment": return .attachment(try attachment())
    default: throw Diagnostic(.unsupported, "unknown kind of posting", path: "kind")
    }
  }

  private func message() throws(Diagnostic) -> Message {
    var message = Message(session: reader.identity("session"))
    message.header = header(knowing: Self.ofMessage)
    message.url = reader.text("url").map { StateURL($0).text }
    let layout = reader.object("layout")
    message.summaryText = reader.text("summaryText")
    message.accessibilityLabel = reader.text("accessibilityLabel")
    message.shouldExpire = reader.bool("shouldExpire") ?? false
    message.error = Int32(truncatingIfNeeded: reader.integer("error", in: -1...11) ?? 0)
    try reader.finish()
    if let layout { message.layout = try Layout(layout) }
    return message
  }

  private func note() throws(Diagnostic) -> TextNote {
    var note = TextNote(reader.required("text", mayBeEmpty: true))
    note.header = header(knowing: ["text"])
    try reader.finish()
    return note
  }

  func attachment() throws(Diagnostic) -> Attachment {
    let url = reader.required("url", mayBeEmpty: true)
    var attachment = Attachment(url: StateURL(url).text)
    attachment.header = header(knowing: Self.ofAttachment)
    attachment.filename = reader.text("filename")
    attachment.isSticker = reader.bool("sticker") ?? false
    attachment.description = reader.text("description")
    try reader.finish()
    return attachment
  }

  private func header(knowing known: [Literal]) -> Header {
    var header = Header()
    header.id = reader.identity("id")
    header.sequence = reader.integer("sequence", in: 1...Header.largestSequence) ?? 0
    header.sender = reader.identity("sender")
    for position in 0..<members.count {
      let name = members.keys[position]
      if Self.common.contains(name) || known.contains(name) { continue }
      header.extra[name] = members.values[position]
    }
    return header
  }
}
