import CalqueBase
import CalqueProposals
import CalqueTranslator

/// Components, and the proposals that lie over their texts.
extension Localization {
  /// Shows a component its text, now and whenever that changes.
  ///
  /// - Parameters:
  ///   - beginEditing: highlights the component and returns what `endEditing` needs to undo that.
  /// - Returns: a number for `unregister`.
  /// - Throws: `LocalizationError` when the identifier has not two parts.
  public func localize(
    _ identifier: String, beginEditing: @escaping @Sendable () -> String = { "" },
    endEditing: @escaping @Sendable (_ original: String) -> Void = { _ in },
    setLocalizedValue: @escaping @Sendable (String) -> Void
  ) throws(LocalizationError) -> UInt64 {
    let number = engine.register(
      try item(identifier),
      ComponentHandlers(
        setValue: { setLocalizedValue($0.value.string) },
        beginEditing: { Text(beginEditing()) }, endEditing: { endEditing($0.string) }))
    engine.show(component: number)
    return number
  }

  /// Forgets a component, after its calls on other threads have ended; false when there is none.
  @discardableResult
  public func unregister(_ component: UInt64) -> Bool { engine.unregister(component: component) }

  /// Whether a component is registered for an identifier.
  public func containsComponent(for identifier: String) -> Bool {
    ItemIdentifier(Text(identifier)).map { engine.containsComponent($0) } ?? false
  }

  /// Shows every component its text, also when it is the one it has.
  public func refreshLocalization() { engine.refreshLocalization() }

  /// Begins edit mode.
  ///
  /// - Throws: `LocalizationError` in a production environment.
  public func beginEditing() throws(LocalizationError) {
    try LocalizationError.mapping { () throws(Diagnostic) in try engine.beginEditing() }
  }

  /// Ends edit mode; what there is to tell of proposals.
  public func endEditing() -> JSONValue { JSONValue(engine.endEditing().value) }

  /// Shows a value instead of the normal one, in one locale, without the backend.
  ///
  /// - Throws: `LocalizationError`.
  public func storeProposal(
    _ value: String, locale: String, for identifier: String
  ) throws(LocalizationError) {
    let item = try item(identifier)
    try LocalizationError.mapping { () throws(Diagnostic) in
      try engine.storeProposal(Text(value), locale: Text(locale), for: item)
    }
  }

  /// Proposes a value in the current locale: shown at once, and sent to the backend.
  ///
  /// - Returns: the number of the call.
  /// - Throws: `LocalizationError` when the identifier has not two parts.
  @discardableResult
  public func propose(
    _ value: String, for identifier: String, _ completion: @escaping Completion
  ) throws(LocalizationError) -> UInt64 {
    engine.propose(Text(value), for: try item(identifier), Self.telling(completion))
  }

  /// Fetches the proposals that nobody has accepted yet.
  @discardableResult
  public func fetchProposals(_ completion: @escaping Completion) -> UInt64 {
    engine.fetchProposals(Self.telling(completion))
  }

  /// Deletes a proposal of this installation and shows the normal value again.
  @discardableResult
  public func deleteProposal(_ id: Int64, _ completion: @escaping Completion) -> UInt64 {
    engine.deleteProposal(id, Self.telling(completion))
  }

  /// The proposals that are known, grouped by key.
  public func listProposals() -> JSONValue { JSONValue(engine.listProposals()) }

  /// Connects a translator, which yields what no table has and returns what is proposed; nil ends
  /// the connection.
  public func connect(_ translator: Translator?) {
    guard let translator = translator?.engine else { return engine.setHooks(nil, nil) }
    SourceConnection.connect(engine) { changed in
      let subscription = translator.events.subscribe(
        "initialized languageChanged loaded added removed"
      ) { _, _ in changed() }
      return SourceAccess(
        languages: { translator.languages(for: nil) },
        resource: { language, item in
          translator.resource(lng: language, ns: item.section, key: item.key)
        },
        setResource: { value, language, item in
          try? translator.setResource(value, key: item.key, lng: language, ns: item.section)
        }, stop: { _ = translator.events.unsubscribe(subscription) })
    }
  }

  private func item(_ identifier: String) throws(LocalizationError) -> ItemIdentifier {
    guard let item = ItemIdentifier(Text(identifier)) else {
      throw LocalizationError(
        Diagnostic(.invalidArgument, "an identifier is a section and a key: section.key"))
    }
    return item
  }
}
