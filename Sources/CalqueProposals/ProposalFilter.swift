package import CalqueBase

/// The proposals of a list.
package enum ProposalFilter: Sendable {
  case all
  case section(Text)
  case identifier(ItemIdentifier)
  /// Proposals for any of these items.
  case identifiers([ItemIdentifier])

  func includes(_ identifier: ItemIdentifier) -> Bool {
    switch self {
    case .all: true
    case .section(let section): identifier.section == ItemIdentifier.section(named: section)
    case .identifier(let wanted): identifier == wanted
    case .identifiers(let wanted): wanted.contains(identifier)
    }
  }

  /// The heading of the list.
  var title: Text {
    switch self {
    case .all: "All proposals"
    case .section, .identifiers: "Proposals"
    case .identifier(let identifier): "Proposals for " + identifier.key
    }
  }
}
