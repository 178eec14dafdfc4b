package import CalqueBase
import CalqueJSON

/// The JSON form of postings and sessions, described in docs/transcript.md.
package enum WireFormat {
  /// The version that is written, which is also the newest that is read.
  package static let version: Int64 = 1
  /// The maximal nesting of an update; in a snapshot, updates are nested a few levels deeper.
  static let updateDepth = 128
  static let snapshotDepth = 136
  static let largestSnapshot = 2 << 30

  /// Reads an object of this format, of any kind.
  ///
  /// - Throws: errors of parsing; `invalidType` for another JSON value or a missing version,
  ///   `unsupported` for a newer version.
  static func object(_ bytes: Bytes, limits: JSONLimits) throws(Diagnostic) -> Members {
    guard let members = try JSON.parse(bytes, limits: limits).object else {
      throw Diagnostic(.invalidType, "not a JSON object")
    }
    let reader = MemberReader(members, code: .invalidType)
    let version = reader.integer("version", in: 1...Header.largestSequence)
    try reader.finish()
    guard let version else {
      throw Diagnostic(.invalidType, "the version is missing", path: "version")
    }
    guard version <= Self.version else {
      throw Diagnostic(.unsupported, "written by a later version", path: "version")
    }
    return members
  }

  /// Reads a posting that `text(of:)` wrote, or an update from a peer.
  package static func posting(_ bytes: Bytes) throws(Diagnostic) -> Posting {
    let limits = JSONLimits(maximumDepth: updateDepth)
    return try PostingReader(object(bytes, limits: limits)).posting()
  }

  /// Reads a layout that may be nested one level less than the update that will contain it.
  package static func layout(_ bytes: Bytes) throws(Diagnostic) -> Layout {
    let limits = JSONLimits(maximumDepth: updateDepth - 1)
    guard let members = try JSON.parse(bytes, limits: limits).object else {
      throw Diagnostic(.invalidType, "not a JSON object", path: "layout")
    }
    return try Layout(members)
  }

  /// Reads an attachment from its members; `version`, `kind` and a header may be absent.
  package static func attachment(_ members: Members) throws(Diagnostic) -> Attachment {
    try PostingReader(members).attachment()
  }

  /// Writes a posting. The error of a message is local and is written only on request.
  package static func text(of posting: Posting, withError: Bool = false) -> Text {
    JSON.text(of: .object(members(of: posting, withError: withError)))
  }

  static func members(of posting: Posting, withError: Bool = false) -> Members {
    var members: Members = ["version": .int(version), "kind": .text(kind(of: posting))]
    members.merge(body(of: posting))
    if withError, let error = posting.message?.error, error != 0 {
      members["error"] = .int(Int64(error))
    }
    let extra = posting.header.extra
    for position in 0..<extra.count where !members.contains(extra.keys[position]) {
      members[extra.keys[position]] = extra.values[position]
    }
    return members
  }

  static func kind(of posting: Posting) -> Text {
    switch posting {
    case .message: "message"
    case .text: "text"
    case .attachment: "attachment"
    }
  }

  private static func body(of posting: Posting) -> Members {
    var members = Members()
    let header = posting.header
    members.set("id", header.id)
    if header.sequence > 0 { members["sequence"] = .int(header.sequence) }
    members.set("sender", header.sender)
    switch posting {
    case .message(let message): add(message, to: &members)
    case .text(let note): members["text"] = .text(note.text)
    case .attachment(let attachment): add(attachment, to: &members)
    }
    return members
  }

  private static func add(_ message: Message, to members: inout Members) {
    members.set("session", message.session)
    members.set("url", message.url)
    if let layout = message.layout { members["layout"] = .object(layout.members) }
    members.set("summaryText", message.summaryText)
    members.set("accessibilityLabel", message.accessibilityLabel)
    if message.shouldExpire { members["shouldExpire"] = .bool(true) }
  }

  private static func add(_ attachment: Attachment, to members: inout Members) {
    members["url"] = .text(attachment.url)
    members.set("filename", attachment.filename)
    if attachment.isSticker { members["sticker"] = .bool(true) }
    members.set("description", attachment.description)
  }
}

extension Members {
  /// Adds an identifier, unless it is all zero.
  mutating func set(_ name: Text, _ identity: Identity) {
    if !identity.isNone { self[name] = .text(identity.text) }
  }

  /// Adds a text unless it is absent.
  mutating func set(_ name: Text, _ text: Text?) {
    if let text { self[name] = .text(text) }
  }
}

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
    for (name, value) in zip(members.keys, members.values)
    where !Self.common.contains(name) && !known.contains(name) {
      header.extra[name] = value
    }
    return header
  }
}
