package import CalqueBase

/// The result of a look-up.
package struct Found: Equatable, Sendable {
  /// The source of a text.
  package enum Source: Int32, Sendable {
    case proposal = 1
    case resource = 2
    case bundle = 3
    /// A hook, such as a translator.
    case hook = 4

    /// As data names it.
    package var name: Text {
      switch self {
      case .proposal: "proposal"
      case .resource: "resource"
      case .bundle: "bundle"
      case .hook: "translator"
      }
    }
  }

  package var value: Text
  package var locale: Text
  package var source: Source

  package var data: Value {
    .object(
      Members([("value", .text(value)), ("locale", .text(locale)), ("source", .text(source.name))]))
  }
}
