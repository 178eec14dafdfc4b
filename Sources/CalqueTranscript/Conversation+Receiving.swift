package import CalqueBase

/// Receiving the postings of other participants, and selecting messages.
extension Conversation {
  /// Accepts an update from another participant, in whatever order updates arrive.
  ///
  /// - Returns: false for a posting that is already known.
  /// - Throws: errors of parsing; `invalidType` with a path, `unsupported` for a newer version or
  ///   an unknown kind, `invalidArgument` and `urlExceedsMaxSize` for a URL that could not be sent.
  package func receive(_ update: Bytes) throws(Diagnostic) -> Bool {
    try receive(WireFormat.posting(update))
  }

  /// Accepts an update from another participant that has already been parsed.
  package func receive(_ posting: Posting) throws(Diagnostic) -> Bool {
    let header = posting.header
    if header.id.isNone { throw Diagnostic(.invalidType, "the id is missing", path: "id") }
    if header.sequence == 0 {
      throw Diagnostic(.invalidType, "the sequence is missing", path: "sequence")
    }
    var posting = posting
    if case .message(var message) = posting {
      if let url = message.url { try StateURL(url).validate() }
      message.error = 0
      posting = .message(message)
    }
    guard let changes = try admit(posting) else { return false }
    join(header.sender)
    announce(changes)
    queue.add(.event(.didReceive(header.id)))
    deliver()
    return true
  }

  /// Selects a message of the transcript, or none.
  ///
  /// - Returns: false when the message is not in the transcript.
  package func select(_ id: Identity) -> Bool {
    if id.isNone {
      queue.add(.select(nil))
    } else {
      guard let message = message(id)?.message else { return false }
      queue.add(.event(.willSelect(id)))
      queue.add(.select(message))
      queue.add(.event(.didSelect(id)))
    }
    deliver()
    return true
  }
}

/// Messages that are deleted some time after they are read. Expiry is local: it is not sent to
/// other participants, who read at their own times.
extension Conversation {
  /// Records that the user read a message, which starts the time to its expiry.
  ///
  /// - Returns: false when the message is not in the transcript.
  package func markRead(_ id: Identity) -> Bool {
    guard let (number, message) = message(id) else { return false }
    guard message.shouldExpire, records[number].deadline == Record.unread else { return true }
    let (sum, overflow) = host.now().addingReportingOverflow(expiry)
    // The largest number and 0 have special meanings.
    let deadline = overflow || sum == Record.kept ? Record.kept - 1 : sum
    records[number].deadline = deadline == Record.unread ? 1 : deadline
    expiring.add(ExpiryQueue.Item(deadline: records[number].deadline, record: number))
    return true
  }

  /// Cancels the expiry of a message.
  ///
  /// - Returns: false when the message is not in the transcript.
  package func keep(_ id: Identity) -> Bool {
    guard let number = message(id)?.number else { return false }
    records[number].deadline = Record.kept
    return true
  }

  /// Removes the messages that are due.
  ///
  /// - Returns: the time at which the next message is due, or nil when there is none.
  /// - Complexity: O(log n) for each removed message.
  package func removeExpired() -> Int64? {
    let now = host.now()
    var changes: [ConversationChange] = []
    while let item = expiring.first {
      let isDue =
        records[item.record].deadline == item.deadline
        && records[item.record].entry.posting != nil
      if isDue, item.deadline > now { break }
      expiring.removeFirst()
      guard isDue else { continue }
      let place = place(of: item.record)
      records[item.record].entry = .gone
      guard let position = places.remove(place) else { continue }
      changes.append(.removed(position: position, id: place.id))
    }
    let next = expiring.first?.deadline
    announce(changes)
    deliver()
    return next
  }
}
