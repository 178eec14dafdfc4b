package import CalqueBase

/// A state of a proposed translation, to be posted as the next message of the proposal's session.
///
/// The session is derived from identifier, locale and guid, so that all programs post the states of
/// a proposal to the same session without coordination.
package struct ProposalNote: Equatable, Sendable {
  package var identifier: Text
  package var locale: Text
  /// The proposed value; nil for a deleted proposal.
  package var value: Text?
  package var state: ProposalState
  /// The proposer, where the backend keeps the proposals of several apps apart.
  package var guid: Text?
  /// The URL that the state is added to as query items.
  package var url: Text = "data:,"
  /// Replaces the summary "identifier: value".
  package var summaryText: Text?

  /// Reads `identifier`, `locale`, `value`, `state` and optionally `guid`, `url`, `summaryText`.
  ///
  /// - Throws: `invalidOption` with the member's name as the path.
  package init(_ members: Members) throws(Diagnostic) {
    let reader = MemberReader(members)
    identifier = reader.required("identifier")
    locale = reader.required("locale")
    let known = reader.text("state").flatMap { ProposalState($0) }
    if known == nil { reader.refuse("state", "stored, replaced, accepted, rejected or deleted") }
    state = known ?? .deleted
    value = reader.text("value")
    if value == nil, state != .deleted { reader.refuse("value", "present") }
    guid = reader.text("guid")
    url = reader.text("url") ?? url
    summaryText = reader.text("summaryText")
    try reader.finish()
  }

  package var session: Identity {
    Identity(naming: ["proposal", identifier, locale, guid ?? ""])
  }

  /// The message that shows this state.
  ///
  /// - Throws: nothing in practice; `Layout` declares `invalidType`, which cannot occur here.
  package func message() throws(Diagnostic) -> Message {
    var message = Message(session: session)
    var url = StateURL(url)
    url.set("identifier", to: identifier)
    url.set("locale", to: locale)
    url.set("value", to: value)
    url.set("state", to: state.name)
    url.set("guid", to: guid)
    message.url = url.text
    message.summaryText = summaryText ?? value.map { "\(identifier): \($0)" } ?? identifier
    message.layout = try Layout(
      [
        "caption": .text(value ?? identifier), "subcaption": .text(identifier),
        "trailingCaption": .text(locale), "trailingSubcaption": .text(state.name),
      ])
    return message
  }
}

extension Conversation {
  /// Sends a state of a proposal as the next message of the proposal's session.
  ///
  /// - Returns: the message's identifier.
  /// - Throws: as `send` does; `urlExceedsMaxSize` for a value too long for a URL.
  package func post(_ proposal: ProposalNote) throws(Diagnostic) -> Identity {
    try send(.message(proposal.message()))
  }
}
