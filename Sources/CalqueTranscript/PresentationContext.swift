package import CalqueBase

/// Where and how the program is shown, which determines what may be sent.
public struct PresentationContext: Hashable, Sendable {
  /// Sending requires that the program is visible.
  public var isVisible = true
  /// Whether the user has interacted with the program since the last message. Sending resets it. nil
  /// when that is not reported, in which case sending does not require it.
  public var recentInteraction: Bool?
  public var presentation = Presentation.compact

  public init() {}

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

#if !hasFeature(Embedded)
  extension PresentationContext: Codable {}
#endif
