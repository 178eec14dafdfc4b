package import CalqueBase
import CalqueJSON

/// The conversation as JSON, for display and for storage.
extension Conversation {
  /// Entries of the transcript as a JSON array; `count` is limited to the entries that exist.
  ///
  /// - Complexity: O(count · log n).
  package func transcript(from first: Int = 0, count: Int = .max) -> Text {
    var text: Text = "["
    let start = min(max(first, 0), places.count)
    let end = start + min(max(count, 0), places.count - start)
    for position in start..<end {
      guard let place = places[position] else { break }
      if position > start { text.append(0x2C) }
      text.append(JSON.text(of: .object(members(of: place))))
    }
    text.append(0x5D)
    return text
  }

  private func members(of place: Place) -> Members {
    switch records[place.record].entry {
    case .posting(let boxed):
      var members = WireFormat.members(of: boxed.posting, withError: true)
      members.remove("version")
      return members
    case .summary(let line):
      return [
        "kind": .text("summary"), "id": .text(place.id.text), "sequence": .int(place.sequence),
        "text": .text(line),
      ]
    case .gone: return Members()
    }
  }

  /// Everything that `init(snapshot:)` needs to continue this conversation.
  ///
  /// - Complexity: O(n).
  package func snapshot() -> Text {
    var head: Members = ["version": .int(WireFormat.version), "kind": .text("conversation")]
    head.set("localParticipantIdentifier", local)
    head["remoteParticipantIdentifiers"] = .array(remotes.map { .text($0.text) })
    policy.write(to: &head)
    head["expiry"] = .int(expiry)
    head["sequence"] = .int(sequence)
    if let staged { head["staged"] = .object(WireFormat.members(of: staged, withError: true)) }
    if let selected {
      head["selected"] = .object(WireFormat.members(of: .message(selected), withError: true))
    }
    var text = JSON.text(of: .object(head))
    text.bytes.removeLast()
    text.append(",\"records\":[")
    for number in records.indices {
      if number > 0 { text.append(0x2C) }
      text.append(JSON.text(of: .object(members(ofRecord: number))))
    }
    text.append("]}")
    return text
  }

  private func members(ofRecord number: Int) -> Members {
    let record = records[number]
    var members = Members()
    switch record.entry {
    case .posting(let boxed):
      members["update"] = .object(WireFormat.members(of: boxed.posting, withError: true))
      if record.deadline == Record.kept {
        members["kept"] = .bool(true)
      } else if record.deadline != Record.unread {
        members["expiresAt"] = .int(record.deadline)
      }
      return members
    case .summary(let line): members["summary"] = .text(line)
    case .gone: break
    }
    members.set("id", index.keys[number])
    members["sequence"] = .int(record.sequence)
    if record.session >= 0 { members.set("session", sessions.keys[Int(record.session)]) }
    return members
  }
}

/// Conversations from their snapshots.
extension Conversation {
  /// Restores a conversation from a snapshot. Its context is that of a new conversation.
  ///
  /// - Throws: errors of parsing; `invalidType` with a path, `unsupported` for a newer version.
  package convenience init(snapshot: Bytes, host: ConversationHost) throws(Diagnostic) {
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
