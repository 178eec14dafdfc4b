package import CalqueBase
import CalqueLocale

/// The overlay: proposed values, which are shown at once without the backend.
extension Localization {
  /// Shows a value instead of the normal one, in one locale; replaces one that was there.
  ///
  /// - Throws: `limitExceeded`, `invalidLocale` for an empty locale; nothing has changed then. `io`
  ///   when it cannot be kept; it is shown all the same.
  package func storeProposal(
    _ value: Text, locale: Text, for identifier: ItemIdentifier
  ) throws(Diagnostic) {
    try Self.check(proposed: value)
    _ = try put(value, identifier, locale)
    try saveProposals()
  }

  /// Shows the normal value again.
  ///
  /// - Returns: false when there was no proposed one.
  /// - Throws: `io` when that cannot be kept; it is shown all the same.
  @discardableResult
  package func removeProposal(
    locale: Text, for identifier: ItemIdentifier
  ) throws(Diagnostic) -> Bool {
    guard take(identifier, locale, nil) != nil else { return false }
    try saveProposals()
    return true
  }

  /// The proposed value of an identifier in a locale; nil for none.
  package func proposedValue(of identifier: ItemIdentifier, locale: Text) -> Text? {
    state.parts.overlay.entry(identifier, locale)?.value
  }

  /// Puts tables in place, and reports the proposed values that are removed by that.
  func put(_ tables: [Table], _ change: (inout LocalizationParts) -> Void = { _ in }) {
    let dropped = self.change { parts in
      change(&parts)
      return parts.put(tables)
    }
    guard !dropped.isEmpty else { return }
    for (identifier, locale) in dropped { tellHook(identifier, locale) }
    try? saveProposals()
  }

  /// Refuses a text without visible characters, as the dialog of NStack does.
  ///
  /// - Throws: `invalidArgument`.
  static func check(proposed value: Text) throws(Diagnostic) {
    guard value.trimmed().isEmpty else { return }
    throw Diagnostic(.invalidArgument, "a proposal needs a text")
  }

  /// Puts a value into the overlay.
  ///
  /// - Returns: its number there, and the value that was there.
  func put(
    _ value: Text, _ identifier: ItemIdentifier, _ locale: Text
  ) throws(Diagnostic) -> (number: UInt64, previous: Text?) {
    guard !locale.isEmpty else { throw Diagnostic(.invalidLocale, "the locale is empty") }
    let limit = options.limits.maximumProposals
    let result = change(of: [identifier]) { parts -> (number: UInt64, previous: Text?)? in
      let previous = parts.overlay.entry(identifier, locale)?.value
      guard previous != nil || parts.overlay.count < limit else { return nil }
      return (parts.propose(value, identifier, locale), previous)
    }
    guard let result else {
      throw Diagnostic(.limitExceeded, "more proposed values than the limit on them")
    }
    tellHook(identifier, locale)
    return result
  }

  /// Takes a value out of the overlay, or puts another in its place.
  ///
  /// - Parameter number: of the only entry that is meant; nil for any.
  /// - Returns: the value that was there; nil when none was.
  func take(
    _ identifier: ItemIdentifier, _ locale: Text, _ replacement: Text?, number: UInt64? = nil
  ) -> Text? {
    let taken = change(of: [identifier]) { parts -> Text? in
      guard let entry = parts.overlay.entry(identifier, locale),
        number == nil || number == entry.number
      else { return nil }
      parts.overlay.set(replacement, identifier, locale, base: entry.base)
      return entry.value
    }
    if taken != nil { tellHook(identifier, locale) }
    return taken
  }

  // MARK: Hooks

  /// Sets the source of values that no table has, and the receiver of proposed values; nil for
  /// none.
  package func setHooks(_ values: ValueHook?, _ overlay: OverlayHook?) {
    let old = overlayHook.exchange(overlay)
    let oldValues = change { parts in
      let old = parts.hook
      parts.hook = values
      return old
    }
    oldValues?.end()
    old?.end()
    let proposed = state.parts.overlay.all
    for (identifier, locale) in proposed { tellHook(identifier, locale) }
  }

  /// Call this when the values of the hook may have changed.
  package func hookChanged() { change { _ in } }

  private func tellHook(_ identifier: ItemIdentifier, _ locale: Text) {
    overlayHook.withLock { $0 }?.changed(identifier, locale)
  }
}
