package import CalqueBase

/// The styles in which a host presents a conversation.
public enum Presentation: Sendable {
  case compact
  case expanded
  case transcript
  case media
}

extension Presentation: Named {
  package static let names: [(name: Literal, value: Presentation)] = [
    ("compact", .compact), ("expanded", .expanded), ("transcript", .transcript), ("media", .media),
  ]
}

/// Where and how the host is shown, which determines what may be sent.
package struct PresentationContext: Equatable, Sendable {
  /// Sending requires that the program is visible.
  package var isVisible = true
  /// Whether the user has interacted since the last message. Sending resets it. nil when the host
  /// does not report interactions, in which case sending does not require one.
  package var recentInteraction: Bool?
  package var presentation = Presentation.compact

  package init() {}

  /// Applies the members `visible`, `recentInteraction` and `presentation`; absent ones change
  /// nothing.
  package mutating func merge(_ members: Members) throws(Diagnostic) {
    let reader = MemberReader(members)
    let visible = reader.bool("visible")
    let interaction = reader.bool("recentInteraction")
    let style: Presentation? = reader.named(
      "presentation", "compact, expanded, transcript or media")
    try reader.finish()
    presentation = style ?? presentation
    isVisible = visible ?? isVisible
    recentInteraction = interaction ?? recentInteraction
  }

  func checkInserting() throws(Diagnostic) {
    if presentation == .media {
      throw TranscriptError.apiUnavailableInPresentationContext.diagnostic
    }
  }

  func checkSending() throws(Diagnostic) {
    try checkInserting()
    guard isVisible else { throw TranscriptError.sendWhileNotVisible.diagnostic }
    if recentInteraction == false {
      throw TranscriptError.sendWithoutRecentInteraction.diagnostic
    }
  }
}
