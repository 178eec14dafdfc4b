import CalqueBase
public import CalqueProposals
public import Foundation

/// Proposed values, edit mode, and summaries of proposals.
extension Localization {
  /// Begins edit mode, and fetches the proposals; the event `proposalsListed` is raised when they
  /// have arrived.
  ///
  /// - Parameter group: only components of this group; nil for all.
  /// - Throws: `CalqueError` in a production environment.
  public func beginEditing(group: String? = nil) throws(CalqueError) {
    try CalqueError.rethrowing(engine.beginEditing(group: group.map { Text($0) }))
  }

  /// Ends edit mode.
  ///
  /// - Returns: the numbers of proposals.
  @discardableResult
  public func endEditing() -> ProposalSummary { engine.endEditing() }

  public var isEditing: Bool { engine.isEditing }

  /// Counts the proposals: listed, shown and queued.
  public var proposalSummary: ProposalSummary { engine.proposalSummary }

  /// Shows a value instead of the normal one in one locale, without sending it to the backend.
  public func storeProposal(
    _ value: String, locale: String, for identifier: TranslationIdentifier
  ) throws(CalqueError) {
    let item = try identifier.engine()
    try CalqueError.rethrowing(engine.storeProposal(Text(value), locale: Text(locale), for: item))
  }

  public func storeProposal(
    _ value: String, locale: Locale, for identifier: TranslationIdentifier
  ) throws(CalqueError) {
    try storeProposal(value, locale: locale.identifier(.bcp47), for: identifier)
  }

  /// Shows the normal value again; false when there was no proposed value.
  @discardableResult
  public func removeProposal(
    locale: String, for identifier: TranslationIdentifier
  ) throws(CalqueError) -> Bool {
    let item = try identifier.engine()
    return try CalqueError.rethrowing(engine.removeProposal(locale: Text(locale), for: item))
  }

  /// The proposed value of an identifier in a locale; nil for none.
  public func proposedValue(
    locale: String, for identifier: TranslationIdentifier
  ) throws(CalqueError) -> String? {
    engine.proposedValue(of: try identifier.engine(), locale: Text(locale))?.string
  }

  /// The proposals that are known, grouped by key: `title`, `groups` and `queued`.
  public func listProposals() -> JSONValue { JSONValue(engine.listProposals()) }

  /// Proposals for the texts of a section.
  public func listProposals(section: String) -> JSONValue {
    JSONValue(engine.listProposals(.section(Text(section))))
  }

  /// Proposals for the components of a group, such as those of one screen.
  public func listProposals(group: String) -> JSONValue {
    JSONValue(engine.listProposals(group: Text(group)))
  }

  /// Proposals for one text.
  public func listProposals(for identifier: TranslationIdentifier) throws(CalqueError) -> JSONValue
  {
    JSONValue(engine.listProposals(.identifier(try identifier.engine())))
  }
}
