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
    setLocalizedValue: @escaping @Sendable (String) -> Void
  ) throws(CalqueError) -> UInt64 {
    let number = engine.register(
      try identifier.engine(), group: Text(group),
      ComponentHandlers(
        setValue: { setLocalizedValue($0.value.string) },
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
    components.forgetGone(in: engine)
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
  public func localize(
    component: any NStackLocalizable, for identifier: TranslationIdentifier
  ) throws(CalqueError) {
    try localize(component: component, for: identifier, group: "")
  }

  /// Registers a component of a group, for example of one screen.
  public func localize(
    component: any NStackLocalizable, for identifier: TranslationIdentifier, group: String
  ) throws(CalqueError) {
    components.forget(component, in: engine)
    component.translationIdentifier = identifier
    let held = WeakComponent(component)
    let number = try localize(
      identifier, group: group,
      beginEditing: {
        held.component?.beginEditing()
        return ""
      }, endEditing: { _ in held.component?.endEditing() },
      setLocalizedValue: { held.component?.setLocalizedValue($0) })
    components.note(held, number)
  }

  /// All texts of the current locale, decoded from an object of sections; nil when there are none.
  public func translations<Model: Decodable>() throws -> Model? {
    guard let locale = engine.currentLocale, let texts = engine.texts(locale: locale) else {
      return nil
    }
    return try JSONDecoder().decode(Model.self, from: Data(JSONValue(texts).json.utf8))
  }

  /// Fetches the index and newer texts.
  public func updateTranslations(_ completion: (@Sendable (CalqueError?) -> Void)?) {
    updateLocalizations { result in
      switch result {
      case .success: completion?(nil)
      case .failure(let error): completion?(error)
      }
    }
  }
}

/// A component that lives as long as the program holds it.
final class WeakComponent: @unchecked Sendable {
  // Unchecked: a weak reference may be read from any thread, and nothing else is kept.
  private(set) weak var component: (any NStackLocalizable)?

  init(_ component: any NStackLocalizable) { self.component = component }
}

/// The numbers of the components of `localize(component:for:)`.
final class ComponentTable: Sendable {
  private let entries = Mutex<[(held: WeakComponent, number: UInt64)]>([])

  func note(_ held: WeakComponent, _ number: UInt64) {
    entries.withLock { $0.append((held, number)) }
  }

  /// Unregisters a component, and those that no longer exist.
  func forget(_ component: any NStackLocalizable, in engine: CalqueProposals.Localization) {
    forget(in: engine) { $0 == nil || $0 === component }
  }

  func forgetGone(in engine: CalqueProposals.Localization) { forget(in: engine) { $0 == nil } }

  private func forget(
    in engine: CalqueProposals.Localization, _ isMeant: ((any NStackLocalizable)?) -> Bool
  ) {
    let numbers = entries.withLock { entries in
      let numbers = entries.filter { isMeant($0.held.component) }.map { $0.number }
      entries.removeAll { numbers.contains($0.number) }
      return numbers
    }
    for number in numbers { _ = engine.unregister(component: number) }
  }
}
