package import CalqueBase

/// A text that a look-up came to.
package struct Found: Equatable, Sendable {
  /// Where a text is from.
  package enum Source: Int32, Sendable {
    case proposal = 1
    case resource = 2
    case bundle = 3
    /// A hook, such as a translator.
    case hook = 4
  }

  package var value: Text
  package var locale: Text
  package var source: Source
}
