package import CalqueBase

/// The calls of the backend.
package enum BackendCall: Sendable {
  /// The languages with their resources. `lastUpdated` is in milliseconds since 1970.
  case index(lastUpdated: Int64?, acceptLanguage: Text)
  /// The texts of an index entry.
  case resource(url: Text, acceptLanguage: Text)
  case languages
  case storeProposal(ItemIdentifier, locale: Text, value: Text)
  case proposals(ProposalListState)
  case deleteProposal(Int64)
}

/// The outcome of a call to the backend.
package struct BackendOutcome: Sendable {
  /// The result of the call; also for some that fail.
  package var result: Value = .null
  /// nil for success.
  package var failure: Diagnostic?
  /// Whether only a part of it was done; the result says which.
  package var isPartial = false

  package typealias Completion = @Sendable (BackendOutcome) -> Void
}

extension Diagnostic {
  /// The failure in a result: `status`, `message`, and `detail` and `path` where there are any.
  var data: Value {
    var members: Members = ["status": .int(Int64(code.rawValue)), "message": .text(message)]
    if detail != 0 { members["detail"] = .int(Int64(detail)) }
    if !path.isEmpty { members["path"] = .text(path) }
    return .object(members)
  }
}
