package import CalqueBase

/// Proposed values: shown at once, with or without the backend.
extension Localization {
  /// Shows a value instead of the normal one, in one locale; replaces one that was there.
  ///
  /// - Throws: `limitExceeded`, `invalidLocale` for an empty locale; nothing has changed then. `io`
  ///   when it cannot be kept; it is shown all the same.
  package func storeProposal(
    _ value: Text, locale: Text, for identifier: ItemIdentifier
  ) throws(Diagnostic) {
    var failure: Diagnostic?
    changeProposed([identifier]) { parts, _ in
      do throws(Diagnostic) {
        return [try parts.store(value, identifier, locale, options.limits)]
      } catch {
        failure = error
        return []
      }
    }
    if let failure { throw failure }
    try saveProposals()
  }

  /// Proposes a value for an identifier in the current locale. It is shown at once.
  ///
  /// The value that the backend stores is shown in the end. If the backend refuses, the earlier
  /// value is shown again, unless another value was proposed meanwhile. If the backend cannot be
  /// reached or is busy (429, 502, 503, 504), or there is no transport, the proposal is queued;
  /// `completion` receives the failure and `queued` true.
  ///
  /// - Parameter completion: Called once, with the stored proposal, after the change was written to
  ///   disk; `notKept` in the result says why it was not. Failures: `conflict` when the same value is
  ///   proposed already, as the backend says or because it waits to be sent; `refused` without a
  ///   language; `limitExceeded`; those of the transport; `httpStatus`; `badResponse`.
  /// - Returns: the number of the call.
  @discardableResult
  package func propose(
    _ value: Text, for identifier: ItemIdentifier,
    _ completion: @escaping BackendOutcome.Completion
  ) -> UInt64 {
    let locale = currentLocale
    var number: UInt64 = 0
    var refused: (call: PendingCall, failure: Diagnostic)?
    changeProposed([identifier]) { parts, work in
      do throws(Diagnostic) {
        let new = try parts.enqueue(value, identifier, locale, options.limits)
        number = work.begin(proposes: new.number, completion).number
        return [new]
      } catch {
        let call = work.begin(completion)
        (number, refused) = (call.number, (call, error))
        return []
      }
    }
    if let refused {
      end(refused.call, refused.failure)
    } else {
      // One that cannot be written is sent all the same, and its completion says so.
      try? saveProposals()
    }
    worker.run { [self, number] in
      // Sent meanwhile behind the one before it, or told to wait: it is not tried again at once.
      if work.withLock({ $0.calls.contains { $0.number == number } }) { sendNext() }
    }
    return number
  }

  /// Shows the normal value again. A proposal that waits is sent all the same.
  ///
  /// - Returns: false when there was no proposed one.
  /// - Throws: `io` when that cannot be kept; it is shown all the same.
  @discardableResult
  package func removeProposal(
    locale: Text, for identifier: ItemIdentifier
  ) throws(Diagnostic) -> Bool {
    let hidden = changeProposed([identifier]) { parts, _ in
      parts.proposed.hide(identifier, locale)
    }
    try saveProposals()
    return !hidden.isEmpty
  }

  /// The proposed value of an identifier in a locale; nil for none.
  package func proposedValue(of identifier: ItemIdentifier, locale: Text) -> Text? {
    state.parts.proposed.shown(identifier, locale)?.value
  }

  /// Puts tables in place, and reports the proposed values that are hidden by that.
  func put(_ tables: [Table], _ change: (inout LocalizationParts) -> Void = { _ in }) {
    changeProposed(nil) { parts, _ in
      change(&parts)
      return parts.put(tables)
    }
    try? saveProposals()
  }

  /// Changes proposed values, then notifies components and the hook.
  ///
  /// - Parameter body: returns a value of each text of which another value is shown now.
  @discardableResult
  func changeProposed(
    _ identifiers: [ItemIdentifier]?,
    _ body: (inout LocalizationParts, inout BackendWork) -> [ProposedValue]
  ) -> [ProposedValue] {
    let changed = change(of: identifiers, body)
    for value in changed { tellHook(value) }
    return changed
  }

  /// Writes the proposed values, if the options say so and they have changed.
  ///
  /// - Throws: `io`.
  func saveProposals() throws(Diagnostic) {
    guard options.persistsProposals, let files else { return }
    try saved.withLock { (saved) throws(Diagnostic) in
      let proposed = state.parts.proposed
      guard proposed.revision != saved else { return }
      try files.save(proposed, of: guid)
      saved = proposed.revision
    }
  }

  // MARK: The hook

  /// Sets the connection to a source of values that no table has; nil for none.
  package func setHook(_ hook: SourceConnection?) {
    let old = change { exchange(&$0.hook, with: hook) }
    old?.end()
    for value in state.parts.proposed.allShown { tellHook(value) }
  }

  private func tellHook(_ value: ProposedValue) {
    state.parts.hook?.proposedValueChanged(value.identifier, value.locale)
  }
}
