package import CalqueBase

/// One entry to store: a message, or a synonym with its target.
package struct MessageChange: Sendable {
  package var kind: MessageKind
  package var key: Text
  /// The message, or the synonym's target.
  package var text: Text

  package init(_ kind: MessageKind, _ key: Text, _ text: Text) {
    self.kind = kind
    self.key = key
    self.text = text
  }
}

/// The kind of entry that a key names.
package enum MessageKind: Sendable {
  case message
  case synonym
}

/// The result of a load.
package struct MessageLoad: Equatable, Sendable {
  package var stored = 0
  /// The number of members other than `@metadata` whose value is not a string.
  package var skipped = 0
}
