import CalqueBase
public import CalqueTranscript

/// Inserting, sending and receiving. An inserted posting is staged until it is committed, like a
/// message in the input field until the user taps send.
extension Conversation {
  /// Receives the error of inserting or sending; nil for success.
  public typealias CompletionHandler = (CalqueError?) -> Void

  // MARK: Inserting

  /// Stages a message, replacing the staged posting.
  ///
  /// - Returns: its identity.
  @discardableResult
  public func insert(_ message: Message) throws(CalqueError) -> Identity {
    try insert(.message(message.content))
  }

  /// Stages a message, and calls the handler before it returns.
  public func insert(_ message: Message, completionHandler: CompletionHandler?) {
    tell(completionHandler) { () throws(CalqueError) in try insert(message) }
  }

  @discardableResult
  public func insert(_ sticker: Sticker) throws(CalqueError) -> Identity {
    try insert(sticker.posting)
  }

  public func insert(_ sticker: Sticker, completionHandler: CompletionHandler?) {
    tell(completionHandler) { () throws(CalqueError) in try insert(sticker) }
  }

  @discardableResult
  public func insertText(_ text: String) throws(CalqueError) -> Identity {
    try insert(.text(TextNote(Text(text))))
  }

  public func insertText(_ text: String, completionHandler: CompletionHandler?) {
    tell(completionHandler) { () throws(CalqueError) in try insertText(text) }
  }

  @discardableResult
  public func insertAttachment(
    _ url: String, withAlternateFilename filename: String? = nil
  ) throws(CalqueError) -> Identity {
    try insert(Self.attachment(url, filename))
  }

  public func insertAttachment(
    _ url: String, withAlternateFilename filename: String?, completionHandler: CompletionHandler?
  ) {
    tell(completionHandler) { () throws(CalqueError) in
      try insertAttachment(url, withAlternateFilename: filename)
    }
  }

  /// Sends the staged posting, as when the user taps send; nil when nothing is staged.
  @discardableResult
  public func commit() throws(CalqueError) -> Identity? {
    try CalqueError.rethrowing(engine.commit())
  }

  /// Drops the staged posting; nil when nothing is staged.
  @discardableResult
  public func cancel() -> Identity? { engine.cancel() }

  // MARK: Sending

  /// Sends a message at once.
  ///
  /// - Returns: its identity.
  @discardableResult
  public func send(_ message: Message) throws(CalqueError) -> Identity {
    try send(.message(message.content))
  }

  /// Sends a message at once, and calls the handler before it returns.
  public func send(_ message: Message, completionHandler: CompletionHandler?) {
    tell(completionHandler) { () throws(CalqueError) in try send(message) }
  }

  @discardableResult
  public func send(_ sticker: Sticker) throws(CalqueError) -> Identity {
    try send(sticker.posting)
  }

  public func send(_ sticker: Sticker, completionHandler: CompletionHandler?) {
    tell(completionHandler) { () throws(CalqueError) in try send(sticker) }
  }

  @discardableResult
  public func sendText(_ text: String) throws(CalqueError) -> Identity {
    try send(.text(TextNote(Text(text))))
  }

  public func sendText(_ text: String, completionHandler: CompletionHandler?) {
    tell(completionHandler) { () throws(CalqueError) in try sendText(text) }
  }

  @discardableResult
  public func sendAttachment(
    _ url: String, withAlternateFilename filename: String? = nil
  ) throws(CalqueError) -> Identity {
    try send(Self.attachment(url, filename))
  }

  public func sendAttachment(
    _ url: String, withAlternateFilename filename: String?, completionHandler: CompletionHandler?
  ) {
    tell(completionHandler) { () throws(CalqueError) in
      try sendAttachment(url, withAlternateFilename: filename)
    }
  }

  /// Sends a state of a proposed translation as the next message of the proposal's session, which
  /// every program derives from identifier, locale and guid.
  ///
  /// - Parameter note: as the event `proposal` of a localization has it: `identifier`, `locale`,
  ///   `value`, `state`, and optionally `guid`, `url`, `summaryText`.
  @discardableResult
  public func postProposal(_ note: JSONObject) throws(CalqueError) -> Identity {
    try CalqueError.rethrowing(engine.post(try ProposalNote(note.members)))
  }

  /// Records that sending failed after it started; false when the message is not in the transcript.
  @discardableResult
  public func reportFailure(_ id: Identity, _ error: TranscriptError) -> Bool {
    engine.reportFailure(id, error)
  }

  // MARK: Receiving

  /// Receives an update of another participant.
  ///
  /// - Returns: false for a posting that is already known.
  @discardableResult
  public func receive(_ update: String) throws(CalqueError) -> Bool {
    try CalqueError.rethrowing(
      Text(update).withBytes { (bytes) throws(Diagnostic) in try engine.receive(bytes) })
  }

  /// The update that sends an entry to other participants; nil when it is not in the transcript.
  public func update(_ id: Identity) -> String? { engine.update(id)?.string }

  private func insert(_ posting: Posting) throws(CalqueError) -> Identity {
    try CalqueError.rethrowing(engine.insert(posting))
  }

  private func send(_ posting: Posting) throws(CalqueError) -> Identity {
    try CalqueError.rethrowing(engine.send(posting))
  }

  private func tell(
    _ handler: CompletionHandler?, _ body: () throws(CalqueError) -> Identity
  ) {
    do throws(CalqueError) {
      _ = try body()
      handler?(nil)
    } catch {
      handler?(error)
    }
  }

  private static func attachment(_ url: String, _ filename: String?) -> Posting {
    var attachment = Attachment(url: StateURL(Text(url)).text)
    attachment.filename = filename.map { Text($0) }
    return .attachment(attachment)
  }
}
