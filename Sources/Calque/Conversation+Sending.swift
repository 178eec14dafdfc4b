import CalqueBase
public import CalqueTranscript

/// Inserting, sending and receiving. An inserted posting is staged until it is committed, like a
/// message in the input field until the user taps send.
extension Conversation {
  /// Receives the error of inserting or sending; nil for success.
  public typealias CompletionHandler = (CalqueError?) -> Void

  /// Sends the staged posting, as when the user taps send; nil when nothing is staged.
  @discardableResult
  public func commit() throws(CalqueError) -> Identity? {
    try CalqueError.rethrowing(engine.commit())
  }

  /// Drops the staged posting; nil when nothing is staged.
  @discardableResult
  public func cancel() -> Identity? { engine.cancel() }

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

  func tell(_ handler: CompletionHandler?, _ body: () throws(CalqueError) -> Identity) {
    do throws(CalqueError) {
      _ = try body()
      handler?(nil)
    } catch {
      handler?(error)
    }
  }

  static func attachment(_ url: String, _ filename: String?) -> Posting {
    var attachment = Attachment(url: StateURL(Text(url)).text)
    attachment.filename = filename.map { Text($0) }
    return .attachment(attachment)
  }
}
