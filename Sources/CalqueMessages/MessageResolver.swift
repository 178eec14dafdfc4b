package import CalqueBase

/// A hook that yields the text of a key that no table has, such as a translator.
package final class MessageResolver: Sendable {
  /// Takes the key as written and the arguments of the call; returns nil for an unknown key.
  package typealias Resolve = @Sendable (_ key: Text, _ arguments: [Value]) -> Text?

  let resolve: Resolve

  package init(_ resolve: @escaping Resolve) { self.resolve = resolve }
}
