package import CalqueBase

/// The calls of the backend.
package enum BackendCall: Sendable {
  /// The languages with their resources. `lastUpdated` is in milliseconds since 1970.
  case index(lastUpdated: Int64?, acceptLanguage: Text)
  /// The texts of an index entry.
  case resource(url: Text, acceptLanguage: Text)
  case languages
  case bestFitLanguage(acceptLanguage: Text)
  case storeProposal(ItemIdentifier, locale: Text, value: Text)
  case proposals(ProposalListState)
  case deleteProposal(Int64)

  /// The kind of call, without the arguments.
  package enum Kind: Named, Sendable {
    case index
    case resource
    case languages
    case bestFitLanguage
    case storeProposal
    case proposals
    case deleteProposal

    package static let names: [(name: Literal, value: Kind)] = [
      ("index", .index), ("resource", .resource), ("languages", .languages),
      ("bestFitLanguage", .bestFitLanguage), ("storeProposal", .storeProposal),
      ("proposals", .proposals), ("deleteProposal", .deleteProposal),
    ]

    /// - Throws: `invalidArgument` for an unknown name.
    package init(name: Text) throws(Diagnostic) {
      guard let known = Kind(name) else {
        throw Diagnostic(.invalidArgument, "the backend has no such call", source: name)
      }
      self = known
    }
  }

  package var kind: Kind {
    switch self {
    case .index: .index
    case .resource: .resource
    case .languages: .languages
    case .bestFitLanguage: .bestFitLanguage
    case .storeProposal: .storeProposal
    case .proposals: .proposals
    case .deleteProposal: .deleteProposal
    }
  }

  /// Reads a call by its name and its arguments.
  ///
  /// - Parameter acceptLanguage: the header where the arguments have no `acceptLanguage`.
  /// - Throws: `invalidArgument` for another name, `invalidOption` with the argument's name.
  package init(
    name: Text, _ arguments: Members, acceptLanguage: Text, lastUpdated: Int64?
  ) throws(Diagnostic) {
    let reader = MemberReader(arguments)
    let language = reader.text("acceptLanguage") ?? acceptLanguage
    switch try Kind(name: name) {
    case .index:
      let moment = reader.integer("lastUpdated", in: 0...Int64.max)
      self = .index(lastUpdated: moment ?? lastUpdated, acceptLanguage: language)
    case .resource:
      let url = reader.required("url", mayBeEmpty: true)
      self = .resource(url: url, acceptLanguage: language)
    case .languages: self = .languages
    case .bestFitLanguage: self = .bestFitLanguage(acceptLanguage: language)
    case .storeProposal:
      let section = reader.required("section", mayBeEmpty: true)
      let key = reader.required("key", mayBeEmpty: true)
      let locale = reader.required("locale", mayBeEmpty: true)
      let value = reader.required("value", mayBeEmpty: true)
      try reader.finish()
      let identifier = try ItemIdentifier(section: section, key: key)
      self = .storeProposal(identifier, locale: locale, value: value)
    case .proposals:
      self = .proposals(reader.named("state", "unaccepted, accepted or all") ?? .unaccepted)
    case .deleteProposal:
      let id = reader.integer("id")
      if id == nil { reader.refuse("id", "there") }
      self = .deleteProposal(id ?? 0)
    }
    try reader.finish()
  }
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
