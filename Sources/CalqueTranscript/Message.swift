package import CalqueBase

/// A message as MSMessage has it: state in a URL, a layout, a summary, perhaps a session.
package struct Message: Equatable, Sendable {
  package var header = Header()
  /// The session it belongs to; none for a message that is never updated.
  package var session: Identity
  package var url: Text?
  package var layout: Layout?
  /// The line that it leaves behind when it is updated, where the policy says so.
  package var summaryText: Text?
  package var accessibilityLabel: Text?
  /// Whether it is deleted some time after it was read.
  package var shouldExpire = false
  /// Number of a `TranscriptError`, or 0. Local: it is archived but not sent.
  package var error: Int32 = 0

  package init(session: Identity = .none) { self.session = session }

  /// True from its creation until it is sent or when it was received.
  package var isPending: Bool { header.sequence == 0 }

  /// A message of the same content that was not inserted yet.
  package var fresh: Message {
    var copy = self
    copy.header = Header()
    copy.header.extra = header.extra
    copy.error = 0
    return copy
  }

  /// Checks what inserting and sending ask of a message.
  ///
  /// - Throws: `invalidArgument` for a scheme other than http, https and data; the diagnostics of
  ///   `urlExceedsMaxSize`, `improperFileURL` and `improperFileType`.
  package func validate() throws(Diagnostic) {
    if let url { try StateURL(url).validate() }
    try layout?.validate()
  }
}
