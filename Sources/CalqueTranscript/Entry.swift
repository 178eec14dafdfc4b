package import CalqueBase

/// An entry of the transcript.
package enum Entry: Sendable {
  case posting(Boxed)
  /// The line left by an earlier message of a session.
  case summary(Text)
  /// Nothing is shown: the message was replaced without a summary, or expired.
  case gone

  /// Holds a posting behind one pointer, so that a record stays small.
  package final class Boxed: Sendable {
    package let posting: Posting

    init(_ posting: Posting) { self.posting = posting }
  }

  init(_ posting: Posting) { self = .posting(Boxed(posting)) }

  package var posting: Posting? {
    if case .posting(let boxed) = self { boxed.posting } else { nil }
  }

  /// The line of a summary, a text, the summary of a message, or the URL of an attachment.
  package var text: Text? {
    switch self {
    case .summary(let line): line
    case .gone: nil
    case .posting(let boxed):
      switch boxed.posting {
      case .message(let message): message.summaryText
      case .text(let note): note.text
      case .attachment(let attachment): attachment.url
      }
    }
  }

  var isVisible: Bool {
    if case .gone = self { false } else { true }
  }
}
