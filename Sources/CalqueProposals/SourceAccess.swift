package import CalqueBase

/// The calls that a connection makes on a source of values, such as a translator.
package struct SourceAccess: Sendable {
  /// The languages that the source looks through, the current one first.
  package var languages: @Sendable () -> [Text]
  package var resource: @Sendable (_ language: Text, ItemIdentifier) -> Value?
  /// Sets a resource, or removes it.
  package var setResource: @Sendable (Value?, _ language: Text, ItemIdentifier) -> Void
  /// Ends the subscription that reports changes to the connection.
  package var stop: @Sendable () -> Void

  package init(
    languages: @escaping @Sendable () -> [Text],
    resource: @escaping @Sendable (Text, ItemIdentifier) -> Value?,
    setResource: @escaping @Sendable (Value?, Text, ItemIdentifier) -> Void,
    stop: @escaping @Sendable () -> Void
  ) {
    self.languages = languages
    self.resource = resource
    self.setResource = setResource
    self.stop = stop
  }
}
