package import CalqueBase

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
    if !changes.isEmpty { queue.add(.event(.transcriptChanged(changes))) }
  }
}

/// Inserting, committing, cancelling and sending.
extension Conversation {
  /// Puts a copy of a posting into the input field, replacing its content.
  ///
  /// - Returns: its identifier: a new one if the posting has none or the conversation knows it.
  /// - Throws: the diagnostics of `TranscriptError`, `invalidArgument`.
  package func insert(_ posting: Posting) throws(Diagnostic) -> Identity {
    try posting.validate(host.inspectFile)
    try context.checkInserting()
    let prepared = prepare(posting)
    staged = prepared
    return prepared.header.id
  }

  /// Sends the staged posting. A host calls it when the user taps send.
  ///
  /// - Returns: its identifier, or nil when nothing is staged.
  package func commit() throws(Diagnostic) -> Identity? {
    guard let posting = staged else { return nil }
    let id = try post(posting, isCommit: true)
    deliver()
    return id
  }

  /// Discards the staged posting. A host calls it when the user deletes it.
  ///
  /// - Returns: its identifier, or nil when nothing is staged.
  package func cancel() -> Identity? {
    guard let id = staged?.header.id else { return nil }
    staged = nil
    queue.add(.event(.didCancelSending(id)))
    deliver()
    return id
  }

  /// Sends a copy of a posting at once, and discards the staged posting.
  ///
  /// - Returns: its identifier, as `insert` chooses it.
  /// - Throws: the diagnostics of `TranscriptError`, `invalidArgument`.
  package func send(_ posting: Posting) throws(Diagnostic) -> Identity {
    try posting.validate(host.inspectFile)
    try context.checkSending()
    let id = try post(prepare(posting), isCommit: false)
    if context.recentInteraction != nil { context.recentInteraction = false }
    deliver()
    return id
  }

  /// Records that sending failed after it had started.
  ///
  /// - Returns: false when the message is not in the transcript.
  package func reportFailure(_ id: Identity, _ error: TranscriptError) -> Bool {
    guard let (number, found) = message(id) else { return false }
    var message = found
    message.error = error.rawValue
    records[number].entry = Entry(.message(message))
    return true
  }

  /// The update that sends a posting to other participants, including unknown members that it was
  /// received with.
  ///
  /// - Returns: nil when it is not in the transcript.
  package func update(_ id: Identity) -> Text? {
    index.number(of: id).flatMap { records[$0].entry.posting }.map { WireFormat.text(of: $0) }
  }

  private func prepare(_ posting: Posting) -> Posting {
    var prepared = posting
    if case .message(let message) = posting { prepared = .message(message.fresh) }
    var header = prepared.header
    header.id = posting.header.id
    if header.id.isNone || index.number(of: header.id) != nil { header.id = host.makeIdentity() }
    header.sequence = 0
    header.sender = local
    prepared.header = header
    return prepared
  }

  private func post(_ posting: Posting, isCommit: Bool) throws(Diagnostic) -> Identity {
    guard sequence < Header.largestSequence else {
      throw Diagnostic(.limitExceeded, "the conversation has no sequences left")
    }
    var posting = posting
    // A peer may have used its identifier while it was staged.
    if index.number(of: posting.header.id) != nil { posting.header.id = host.makeIdentity() }
    posting.header.sequence = sequence + 1
    let id = posting.header.id
    let changes = try admit(posting)
    staged = nil
    announce(changes ?? [])
    if isCommit { queue.add(.event(.didStartSending(id))) }
    if host.send != nil { queue.add(.send(id, update: WireFormat.text(of: posting))) }
    return id
  }

  func transmit(_ id: Identity, _ update: Text) {
    guard let code = host.send?(update), code != 0 else { return }
    _ = reportFailure(id, TranscriptError(rawValue: code) ?? .unknown)
  }
}
