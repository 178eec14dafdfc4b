import CalqueBase

/// Adding postings to the transcript.
extension Conversation {
  /// Adds a posting to the transcript and updates its session.
  ///
  /// - Returns: the steps, or nil for a posting that is already known.
  /// - Complexity: O(log n), amortised.
  func admit(_ posting: Posting) throws(Diagnostic) -> [ConversationChange]? {
    guard records.count < recordLimit else {
      throw Diagnostic(.limitExceeded, "the conversation has too many postings")
    }
    let header = posting.header
    let (number, isNew) = index.add(header.id)
    guard isNew else { return nil }
    sequence = max(sequence, header.sequence)
    let session = posting.session.isNone ? -1 : sessionNumber(posting.session)
    records.append(Record(sequence: header.sequence, session: session, entry: Entry(posting)))
    return settle(number)
  }

  /// The number of a session; a new session is added without a last message.
  func sessionNumber(_ session: Identity) -> Int32 {
    let (number, isNew) = sessions.add(session)
    if isNew { lastOfSession.append(-1) }
    return Int32(truncatingIfNeeded: number)
  }

  /// Makes a record visible, and replaces the earlier of two messages of a session.
  private func settle(_ number: Int) -> [ConversationChange] {
    let session = Int(records[number].session)
    guard session >= 0 else { return show(number) }
    let last = Int(lastOfSession[session])
    if last < 0 || place(of: last) < place(of: number) {
      lastOfSession[session] = Int32(truncatingIfNeeded: number)
      return (last < 0 ? [] : stepBack(last)) + show(number)
    }
    records[number].entry = remains(of: number)
    return records[number].entry.isVisible ? show(number) : []
  }

  private func show(_ number: Int) -> [ConversationChange] {
    [.inserted(position: places.insert(place(of: number)), id: index.keys[number])]
  }

  /// Replaces a visible message as the summary policy says.
  func stepBack(_ number: Int) -> [ConversationChange] {
    guard records[number].entry.posting != nil else { return [] }
    let rest = remains(of: number)
    records[number].entry = rest
    let place = place(of: number)
    if rest.isVisible {
      guard let position = places.position(of: place) else { return [] }
      return [.replaced(position: position, id: place.id)]
    }
    guard let position = places.remove(place) else { return [] }
    return [.removed(position: position, id: place.id)]
  }

  private func remains(of number: Int) -> Entry {
    guard let message = records[number].entry.posting?.message,
      let line = policy.line(for: message)
    else { return .gone }
    return .summary(line)
  }

  /// Queues the notifications of a change.
  func announce(_ changes: [ConversationChange]) {
    if !changes.isEmpty, queue.hasSubscribers { queue.add(.event(.transcriptChanged(changes))) }
  }
}
