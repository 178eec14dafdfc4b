import CalqueBase
import CalqueProposals
import Foundation

/// Components, the parts of the program that show texts.
extension Localization {
  /// Registers a component, which receives its text now and whenever it changes.
  ///
  /// - Parameters:
  ///   - group: for example its screen; edit mode and lists can be limited to a group.
  ///   - beginEditing: highlights the component and returns what `endEditing` needs to undo that.
  /// - Returns: a number for `unregister`.
  /// - Throws: `CalqueError` when the identifier does not have two parts.
  public func localize(
    _ identifier: TranslationIdentifier, group: String = "",
    beginEditing: @escaping @Sendable () -> String = { "" },
    endEditing: @escaping @Sendable (_ original: String) -> Void = { _ in },
    @_inheritActorContext setLocalizedValue: @escaping @Sendable @isolated(any) (String) -> Void
  ) throws(CalqueError) -> UInt64 {
    let show = delivered(setLocalizedValue)
    let number = engine.register(
      try identifier.engine(), group: Text(group),
      ComponentHandlers(
        setValue: { show($0.value.string) },
        beginEditing: { Text(beginEditing()) }, endEditing: { endEditing($0.string) }))
    engine.show(component: number)
    return number
  }

  /// Unregisters a component after its calls on other threads have ended; false for an unknown
  /// number.
  @discardableResult
  public func unregister(_ component: UInt64) -> Bool { engine.unregister(component: component) }

  /// Whether a component is registered for an identifier.
  public func containsComponent(for identifier: TranslationIdentifier) -> Bool {
    components.forget { _ = engine.unregister(component: $0) }
    return (try? identifier.engine()).map { engine.containsComponent($0) } ?? false
  }

  /// Describes the registration of a component; nil when there is no such component.
  public func identifier(ofComponent component: UInt64) -> TranslationIdentifier? {
    engine.identifier(ofComponent: component).map {
      TranslationIdentifier(section: $0.section.string, key: $0.key.string)
    }
  }

  /// Sends every component its text again, even if it has not changed.
  public func refreshLocalization() { engine.refreshLocalization() }
}

extension Localization: LocalizationWrappable {
  /// Registers a component for an identifier, replacing its earlier one. It is held weakly.
  @MainActor public func localize(
    component: any NStackLocalizable, for identifier: TranslationIdentifier
  ) throws(CalqueError) {
    try localize(component: component, for: identifier, group: "")
  }

  /// Registers a component of a group, for example of one screen.
  @MainActor public func localize(
    component: any NStackLocalizable, for identifier: TranslationIdentifier, group: String
  ) throws(CalqueError) {
    components.forget(component) { _ = engine.unregister(component: $0) }
    component.translationIdentifier = identifier
    let item = try identifier.engine()
    // The value to show: the last one, should several wait for the main queue.
    let shown = Mutex<String?>(nil)
    let number = components.add(component) { held in
      let handlers = ComponentHandlers(
        setValue: { found in
          shown.withLock { $0 = found.value.string }
          held.run { component in
            guard let value = shown.exchange(nil) else { return }
            (component as? any NStackLocalizable)?.setLocalizedValue(value)
          }
        },
        beginEditing: {
          held.run { ($0 as? any NStackLocalizable)?.beginEditing() }
          return ""
        }, endEditing: { _ in held.run { ($0 as? any NStackLocalizable)?.endEditing() } })
      return engine.register(item, group: Text(group), handlers)
    }
    engine.show(component: number)
  }

  /// All texts of the current locale, decoded from an object of sections; nil when there are none.
  public func translations<Model: Decodable>() throws -> Model? {
    guard let locale = engine.currentLocale, let texts = engine.texts(locale: locale) else {
      return nil
    }
    return try JSONDecoder().decode(Model.self, from: Data(JSONValue(texts).json.utf8))
  }

  /// Fetches the index and newer texts.
  public func updateTranslations(
    @_inheritActorContext _ completion: (@Sendable @isolated(any) (CalqueError?) -> Void)?
  ) {
    let completion = completion.map { delivered($0) }
    updateLocalizations { @Sendable result in
      switch result {
      case .success: completion?(nil)
      case .failure(let error): completion?(error)
      }
    }
  }
}
