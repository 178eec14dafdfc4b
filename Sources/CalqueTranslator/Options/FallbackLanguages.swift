package import CalqueBase

/// `fallbackLng`: languages to look in when the current one has no translation.
package enum FallbackLanguages: Sendable {
  case none
  case list([Text])
  /// By language code, with `default` for all others.
  case table(Members)
  /// The host is asked.
  case callback

  /// Reads a string, an array, an object, or false and null for none.
  package init(_ value: Value) {
    switch value {
    case .text(let text): self = text.isEmpty ? .none : .list([text])
    case .array(let array): self = .list(array.compactMap { $0.text })
    case .object(let table): self = .table(table)
    default: self = .none
    }
  }

  package var isNone: Bool {
    if case .none = self { true } else { false }
  }
}
