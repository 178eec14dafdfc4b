import CalqueBase

/// Messages that are deleted some time after they were read. Expiry is local: it is not sent to
/// other participants, and each reads at its own time.
extension Conversation {
  /// Notes that the user read a message; one that expires is due from now on.
  ///
  /// - Returns: false when the message is not in the transcript.
  package func markRead(_ id: Identity) -> Bool {
    guard let number = index.number(of: id), let message = records[number].entry.posting?.message
    else { return false }
    guard message.shouldExpire, records[number].deadline == Record.unread else { return true }
    let (sum, overflow) = host.now().addingReportingOverflow(expiry)
    // The largest number and 0 have meanings of their own.
    let deadline = overflow || sum == Record.kept ? Record.kept - 1 : sum
    records[number].deadline = deadline == Record.unread ? 1 : deadline
    expiring.add(ExpiryQueue.Item(deadline: records[number].deadline, record: number))
    return true
  }

  /// Keeps a message that would expire.
  ///
  /// - Returns: false when the message is not in the transcript.
  package func keep(_ id: Identity) -> Bool {
    guard let number = index.number(of: id), records[number].entry.posting?.message != nil else {
      return false
    }
    records[number].deadline = Record.kept
    return true
  }

  /// Removes what is due.
  ///
  /// - Returns: when the next message is due, or nil when none is.
  /// - Complexity: O(log n) for each message that goes.
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
