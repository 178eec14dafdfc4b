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
  @MainActor public func localize(
    component: any NStackLocalizable, for identifier: TranslationIdentifier
  ) throws(CalqueError) {
    try localize(component: component, for: identifier, group: "")
  }

  /// Registers a component of a group, for example of one screen.
  @MainActor public func localize(
    component: any NStackLocalizable, for identifier: TranslationIdentifier, group: String
  ) throws(CalqueError) {
    components.forget(component, in: engine)
    component.translationIdentifier = identifier
    let held = WeakComponent(component)
    let number = engine.register(
      try identifier.engine(), group: Text(group),
      ComponentHandlers(
        setValue: { held.show($0.value.string) },
        beginEditing: {
          held.run { $0.beginEditing() }
          return ""
        }, endEditing: { _ in held.run { $0.endEditing() } }))
    components.note(held, number)
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

/// A component that lives as long as the program holds it, called on the main queue.
final class WeakComponent: Sendable {
  weak let component: (any NStackLocalizable)?
  /// The value to show: the last one, should several wait for the main queue.
  private let value = Mutex<String?>(nil)
  private let isForgotten = Mutex(false)

  init(_ component: any NStackLocalizable) { self.component = component }

  func forget() { isForgotten.withLock { $0 = true } }

  func show(_ value: String) {
    self.value.withLock { $0 = value }
    run { [self] component in
      guard let value = self.value.exchange(nil) else { return }
      component.setLocalizedValue(value)
    }
  }

  func run(_ work: @escaping @MainActor @Sendable (any NStackLocalizable) -> Void) {
    MainQueue.run { [self] in
      guard let component, !isForgotten.withLock({ $0 }) else { return }
      work(component)
    }
  }
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
      let meant = entries.filter { isMeant($0.held.component) }
      for entry in meant { entry.held.forget() }
      let numbers = meant.map { $0.number }
      entries.removeAll { numbers.contains($0.number) }
      return numbers
    }
    for number in numbers { _ = engine.unregister(component: number) }
  }
}
