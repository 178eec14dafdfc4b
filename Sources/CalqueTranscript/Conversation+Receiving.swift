package import CalqueBase

/// Receiving the postings of other participants, and selecting messages.
extension Conversation {
  /// Accepts an update from another participant, in whatever order updates arrive.
  ///
  /// - Returns: false for a posting that is already known.
  /// - Throws: errors of parsing; `invalidType` with a path, `unsupported` for a newer version or
  ///   an unknown kind, `invalidArgument` and `urlExceedsMaxSize` for a URL that could not be sent.
  package func receive(_ update: UnsafeBufferPointer<UInt8>) throws(Diagnostic) -> Bool {
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
      guard let message = index.number(of: id).flatMap({ records[$0].entry.posting?.message })
      else { return false }
      queue.add(.event(.willSelect(id)))
      queue.add(.select(message))
      queue.add(.event(.didSelect(id)))
    }
    deliver()
    return true
  }
}
