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
      JSON.append(.object(members(of: place)), to: &text)
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
      JSON.append(.object(members(ofRecord: number)), to: &text)
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
