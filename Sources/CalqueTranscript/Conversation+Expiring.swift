package import CalqueBase

/// Messages that are deleted some time after they are read. Expiry is local: it is not sent to
/// other participants, who read at their own times.
extension Conversation {
  /// Records that the user read a message, which starts the time to its expiry.
  ///
  /// - Returns: false when the message is not in the transcript.
  package func markRead(_ id: Identity) -> Bool {
    guard let number = index.number(of: id), let message = records[number].entry.posting?.message
    else { return false }
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
    guard let number = index.number(of: id), records[number].entry.posting?.message != nil else {
      return false
    }
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
