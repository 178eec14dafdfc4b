package import CalqueBase

/// A message like MSMessage: state in a URL, a layout, a summary and optionally a session.
package struct Message: Equatable, Sendable {
  package var header = Header()
  /// The session that it belongs to; nil for a message that is never updated.
  package var session: Identity
  package var url: Text?
  package var layout: Layout?
  /// The line that replaces it when it is updated, if the summary policy says so.
  package var summaryText: Text?
  package var accessibilityLabel: Text?
  /// Whether it is deleted some time after it is read.
  package var shouldExpire = false
  /// The code of a `TranscriptError`, or 0. Local: it is archived but not sent.
  package var error: Int32 = 0

  package init(session: Identity = .none) { self.session = session }

  /// True until it is sent; false for a message that was received.
  package var isPending: Bool { header.sequence == 0 }

  /// A message with the same content that has not been inserted yet.
  package var fresh: Message {
    var copy = self
    copy.header = Header()
    copy.header.extra = header.extra
    copy.error = 0
    return copy
  }

  /// Checks the conditions for inserting and sending a message.
  ///
  /// - Throws: `invalidArgument` for a scheme other than http, https and data; the diagnostics of
  ///   `urlExceedsMaxSize`, `improperFileURL` and `improperFileType`.
  package func validate() throws(Diagnostic) {
    if let url { try StateURL(url).validate() }
    try layout?.validate()
  }

  // MARK: The archive

  /// Reads a message that `archive` wrote.
  ///
  /// - Throws: as `WireFormat.posting`; `unsupported` for another posting.
  package init(archive: Bytes) throws(Diagnostic) {
    guard let message = try WireFormat.posting(archive).message else {
      throw Diagnostic(.unsupported, "not a message", path: "kind")
    }
    self = message
  }

  /// The message as JSON, with its error and the members that this version does not know.
  package var archive: Text { WireFormat.text(of: .message(self), withError: true) }

  // MARK: The query of the URL

  package var queryItems: [(name: Text, value: Text?)] { url.map { StateURL($0).items } ?? [] }

  /// The value of the first item of a name; nil when there is none.
  package func queryItem(_ name: Text) -> Text? {
    queryItems.first { $0.name == name }.map { $0.value ?? "" }
  }

  /// The URL with the value of an item, or without the item; nil stays nil.
  package func url(settingItem name: Text, to value: Text?) -> Text? {
    guard url != nil || value != nil else { return nil }
    var new = StateURL(url ?? "data:,")
    new.set(name, to: value)
    return new.text
  }
}

extension MemberReader {
  /// An identifier; none when it is absent.
  func identity(_ name: Literal) -> Identity {
    guard let text = text(name) else { return .none }
    guard let identity = Identity(text) else {
      refuse(name, "an identifier of 32 hexadecimal digits")
      return .none
    }
    return identity
  }
}
