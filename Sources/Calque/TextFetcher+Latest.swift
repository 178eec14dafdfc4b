import CalqueBase
public import CalqueTexts

/// The latest texts, and the versions that the user has seen.
extension TextFetcher {
  /// The latest text.
  ///
  /// - Throws: `CalqueError` when there is no text, or it may not be the latest.
  public func latest(
    for resourceID: String
  ) async throws(CalqueError) -> (text: String, version: Version, place: TextPlace) {
    try await answer { texts, completion in
      texts.latest(for: Text(resourceID), completion: completion)
    }
  }

  /// Fetches the remote text even if no newer version is known: for a text without a version, or
  /// one that was corrected without a new version.
  ///
  /// - Throws: `CalqueError` when it does not arrive.
  @discardableResult
  public func refetch(
    _ resourceID: String
  ) async throws(CalqueError) -> (text: String, version: Version, place: TextPlace) {
    try await answer { texts, completion in
      texts.refetch(Text(resourceID), completion: completion)
    }
  }

  private func answer(
    _ ask: @Sendable (Texts, @escaping Texts.Completion) -> UInt64
  ) async throws(CalqueError) -> (text: String, version: Version, place: TextPlace) {
    guard let texts else { throw CalqueError(.io, "there is no cache") }
    let answer = await suspending { completion in
      let number = ask(texts, completion)
      return { texts.cancel(number) }
    }
    if let failure = answer.failure { throw CalqueError(failure) }
    guard let local = answer.local else { throw CalqueError(.refused, "there is no such text") }
    return (local.text.string, local.version, local.place)
  }

  // MARK: Seen versions

  /// Texts with a local copy whose version is higher than the one that was last marked as seen.
  public var unseen: [(source: TextSource, version: Version, previous: Version)] {
    (texts?.unseen ?? []).compactMap { increase in
      let identifier = increase.source.identifier.string
      let source = sources.withLock { $0[identifier] }
      return source.map { ($0, increase.version, increase.previous) }
    }
  }

  /// Records that the user has seen the current text, for example accepted a licence. Kept where
  /// files last.
  ///
  /// - Returns: false when there is no local copy.
  /// - Throws: `CalqueError` when the record cannot be written; it is kept until the program ends.
  @discardableResult
  public func markSeen(_ resourceID: String) throws(CalqueError) -> Bool {
    try CalqueError.rethrowing(texts?.markSeen(Text(resourceID)) ?? false)
  }
}
