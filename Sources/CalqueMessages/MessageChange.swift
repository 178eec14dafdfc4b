package import CalqueBase

/// One entry to store: a message, or a synonym with the key that it stands for.
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
