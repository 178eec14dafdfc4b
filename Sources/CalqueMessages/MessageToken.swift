package import CalqueBase

/// A piece of a message.
package enum MessageToken: Equatable, Sendable {
  case text(Text)
  /// The placeholder `%1`, `%2` and so on.
  case number(Int64)
  /// A line break; only in mode `js`.
  case newline

  /// As JSON: a string or an integer.
  package var value: Value {
    switch self {
    case .text(let text): .text(text)
    case .number(let number): .int(number)
    case .newline: .text("\n")
    }
  }
}
