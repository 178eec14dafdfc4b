package import CalqueBase

/// Plain text in a conversation.
package struct TextNote: Equatable, Sendable {
  package var header = Header()
  package var text: Text

  package init(_ text: Text) { self.text = text }
}
