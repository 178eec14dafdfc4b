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
    let number = add(header.id, header.sequence, posting.session, Entry(posting))
    return number.map { settle($0) }
  }

  /// Adds a record.
  ///
  /// - Returns: its number, or nil when there is one with the same identifier.
  func add(_ id: Identity, _ sequence: Int64, _ session: Identity, _ entry: Entry) -> Int? {
    let (number, isNew) = index.add(id)
    guard isNew else { return nil }
    self.sequence = max(self.sequence, sequence)
    var sessionNumber: Int32 = -1
    if !session.isNone {
      let (known, isNew) = sessions.add(session)
      if isNew { lastOfSession.append(-1) }
      sessionNumber = Int32(truncatingIfNeeded: known)
    }
    records.append(Record(sequence: sequence, session: sessionNumber, entry: entry))
    return number
  }

  /// Makes a record visible, and replaces the earlier of two messages of a session.
  private func settle(_ number: Int) -> [ConversationChange] {
    guard records[number].session >= 0 else { return show(number) }
    let last = Int(lastOfSession[Int(records[number].session)])
    if setLast(number) { return (last < 0 ? [] : stepBack(last)) + show(number) }
    records[number].entry = remains(of: number)
    return records[number].entry.isVisible ? show(number) : []
  }

  /// Makes a record the last message of its session, unless that has a later one.
  func setLast(_ number: Int) -> Bool {
    let session = Int(records[number].session)
    let last = Int(lastOfSession[session])
    guard last < 0 || place(of: last) < place(of: number) else { return false }
    lastOfSession[session] = Int32(truncatingIfNeeded: number)
    return true
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
