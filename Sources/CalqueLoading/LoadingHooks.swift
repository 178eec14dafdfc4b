package import CalqueBase

/// The calls that loading makes on its translator. None of them holds on to the translator.
package struct LoadingHooks: Sendable {
  /// Whether resources of this language and namespace are there.
  package var has: @Sendable (FileName) -> Bool
  /// Puts files in place, all at once: over what is there, or in its place.
  ///
  /// Yields why a file was refused, for each in order; nil for those that are in place.
  package var apply: @Sendable ([LoadedFile], _ replace: Bool) -> [Diagnostic?]
  /// The purpose of a load that begins by itself.
  package var current: @Sendable () -> LoadRequest
  /// Tells those who listen to events.
  package var emit: @Sendable (_ name: Text, _ arguments: [Value]) -> Void
  /// A line for the host's log.
  package var log: @Sendable (_ message: Text) -> Void

  package init(
    has: @escaping @Sendable (FileName) -> Bool,
    apply: @escaping @Sendable ([LoadedFile], Bool) -> [Diagnostic?],
    current: @escaping @Sendable () -> LoadRequest,
    emit: @escaping @Sendable (Text, [Value]) -> Void,
    log: @escaping @Sendable (Text) -> Void
  ) {
    self.has = has
    self.apply = apply
    self.current = current
    self.emit = emit
    self.log = log
  }
}
