package import CalqueBase
import CalqueJSON

/// Conversations from their snapshots.
extension Conversation {
  /// Restores a conversation from a snapshot. Its context is that of a new conversation.
  ///
  /// - Throws: errors of parsing; `invalidType` with a path, `unsupported` for a newer version.
  package convenience init(
    snapshot: UnsafeBufferPointer<UInt8>, host: ConversationHost
  ) throws(Diagnostic) {
    let limits = JSONLimits(
      maximumBytes: WireFormat.largestSnapshot, maximumDepth: WireFormat.snapshotDepth)
    let members = try WireFormat.object(snapshot, limits: limits)
    let reader = MemberReader(members, code: .invalidType)
    guard let kind = reader.text("kind"), kind == "conversation" else {
      throw Diagnostic(.invalidType, "not a conversation", path: "kind")
    }
    self.init(try ConversationOptions(members), host: host)
    for record in reader.array("records") {
      if let record = record.object {
        try restore(record)
      } else {
        reader.refuse("records", "an array of objects")
      }
    }
    settleSessions()
    sequence = max(sequence, reader.integer("sequence", in: 0...Header.largestSequence) ?? 0)
    let (staged, selected) = (reader.object("staged"), reader.object("selected"))
    try reader.finish()
    if let staged { try restoreStaged(PostingReader(staged).posting()) }
    if let selected { self.selected = try PostingReader(selected).posting().message }
  }

  /// Stages a posting again. One that could not be sent is rejected: snapshots are not trusted.
  private func restoreStaged(_ posting: Posting) throws(Diagnostic) {
    if case .message(let message) = posting { try message.validate() }
    var header = posting.header
    if header.id.isNone { header.id = host.makeIdentity() }
    header.sequence = 0
    staged = posting
    staged?.header = header
  }

  /// Adds a record from the snapshot. A second one with the same identifier is ignored.
  private func restore(_ members: Members) throws(Diagnostic) {
    let reader = MemberReader(members, code: .invalidType)
    var id = reader.identity("id")
    var place = reader.integer("sequence", in: 1...Header.largestSequence) ?? 0
    var session = reader.identity("session")
    var entry = reader.text("summary").map { Entry.summary($0) } ?? .gone
    if let update = reader.object("update") {
      let posting = try PostingReader(update).posting()
      id = posting.header.id
      place = posting.header.sequence
      session = posting.session
      entry = Entry(posting)
    }
    if id.isNone || place <= 0 {
      reader.refuse("records", "an array of objects with id and sequence")
    }
    try reader.finish()
    guard let number = add(id, place, session, entry) else { return }
    if reader.bool("kept") ?? false {
      records[number].deadline = Record.kept
    } else if let deadline = reader.integer("expiresAt") {
      records[number].deadline = deadline
      expiring.add(ExpiryQueue.Item(deadline: deadline, record: number))
    }
    try reader.finish()
  }

  /// Finds the last message of each session, and inserts the visible records.
  private func settleSessions() {
    for number in records.indices where records[number].session >= 0 { _ = setLast(number) }
    for number in records.indices where records[number].entry.isVisible {
      _ = places.insert(place(of: number))
    }
    // A snapshot that shows an earlier message of a session was not written by this library.
    for number in records.indices {
      let session = Int(records[number].session)
      if session >= 0, Int(lastOfSession[session]) != number { _ = stepBack(number) }
    }
  }
}
