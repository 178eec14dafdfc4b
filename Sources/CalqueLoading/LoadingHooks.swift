package import CalqueBase

/// Functions of its translator that loading calls. None of them retains the translator.
package struct LoadingHooks: Sendable {
  /// Whether resources of this language and namespace are there.
  package var has: @Sendable (FileName) -> Bool
  /// Puts files in place, all at once, each merged with an existing one or in place of it.
  ///
  /// Returns for each file in order why it was refused; nil if it is in place.
  package var apply: @Sendable ([LoadedFile]) -> [Diagnostic?]
  /// The codes that a language's texts are looked up under: itself and those that stand in for it.
  package var levels: @Sendable (Text) -> [Text]
  /// Why texts of a language are never found; nil where they are.
  package var remark: @Sendable (Text) -> Text?
  /// The request of an automatic load.
  package var current: @Sendable () -> LoadRequest
  /// Raises events.
  package var emit: @Sendable (_ name: Text, _ arguments: [Value]) -> Void
  /// A line for the host's log.
  package var log: @Sendable (_ message: Text) -> Void

  package init(
    has: @escaping @Sendable (FileName) -> Bool,
    apply: @escaping @Sendable ([LoadedFile]) -> [Diagnostic?],
    levels: @escaping @Sendable (Text) -> [Text],
    remark: @escaping @Sendable (Text) -> Text?,
    current: @escaping @Sendable () -> LoadRequest,
    emit: @escaping @Sendable (Text, [Value]) -> Void,
    log: @escaping @Sendable (Text) -> Void
  ) {
    self.has = has
    self.apply = apply
    self.levels = levels
    self.remark = remark
    self.current = current
    self.emit = emit
    self.log = log
  }
}
