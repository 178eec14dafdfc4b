import CalqueBase
import CalqueProposals

/// A component that shows a text, such as a label or a button, on the main actor. The localization
/// holds it weakly; a change that another thread causes is shown on the main queue.
@MainActor
public protocol NStackLocalizable: AnyObject, Sendable {
  /// The identifier of its text; nil for none.
  var translationIdentifier: TranslationIdentifier? { get set }

  /// The text that it shows.
  var translatableValue: String? { get set }

  /// Shows a text. By default sets `translatableValue`.
  func setLocalizedValue(_ localizedValue: String)

  /// Edit mode begins: highlights itself and blocks its normal action. By default does nothing.
  func beginEditing()

  /// Edit mode ends: undoes that. By default does nothing.
  func endEditing()
}

extension NStackLocalizable {
  public func setLocalizedValue(_ localizedValue: String) { translatableValue = localizedValue }
  public func beginEditing() {}
  public func endEditing() {}

  /// Shows the text of an identifier from `Localization.shared`, now and whenever it changes.
  public func localize(for identifier: TranslationIdentifier) {
    try? Localization.shared?.localize(component: self, for: identifier)
  }
}

/// Calls for components and screens.
public protocol LocalizationWrappable: AnyObject {
  var bestFitLanguage: Language? { get }
  func translations<Model: Decodable>() throws -> Model?
  func updateTranslations(_ completion: (@Sendable @isolated(any) (CalqueError?) -> Void)?)
  @MainActor func localize(
    component: any NStackLocalizable, for identifier: TranslationIdentifier) throws(CalqueError)
  func containsComponent(for identifier: TranslationIdentifier) -> Bool
  func storeProposal(
    _ value: String, locale: String, for identifier: TranslationIdentifier) throws(CalqueError)
}

extension LocalizationWrappable {
  public func updateTranslations() { updateTranslations(nil) }
}
