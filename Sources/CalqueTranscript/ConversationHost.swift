package import CalqueBase

/// The functions that a conversation calls in its host. Never called while the conversation
/// changes.
package struct ConversationHost {
  /// Milliseconds of a clock that need not be the time of day.
  package var now: () -> Int64
  /// A new random identifier.
  package var makeIdentity: () -> Identity
  package var inspectFile: (_ path: Text) -> FileFacts
  /// Takes an update to the other participants, as JSON; 0, or the number of a `TranscriptError`.
  package var send: ((_ update: Text) -> Int32)?

  package init(
    now: @escaping () -> Int64, makeIdentity: @escaping () -> Identity,
    inspectFile: @escaping (_ path: Text) -> FileFacts
  ) {
    self.now = now
    self.makeIdentity = makeIdentity
    self.inspectFile = inspectFile
  }
}
