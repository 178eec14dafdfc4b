package import CalqueBase

/// The result of a look-up.
package struct Found: Equatable, Sendable {
  /// The source of a text.
  package enum Source: Int32, Named, Sendable {
    case proposal = 1
    case resource = 2
    case bundle = 3
    /// A hook, such as a translator.
    case hook = 4

    package static let names: [(name: Literal, value: Source)] = [
      ("proposal", .proposal), ("resource", .resource), ("bundle", .bundle), ("translator", .hook),
    ]
  }

  package var value: Text
  package var locale: Text
  package var source: Source

  package var data: Value {
    .object(["value": .text(value), "locale": .text(locale), "source": .text(source.name)])
  }
}
