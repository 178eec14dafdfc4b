package import CalqueBase

/// A change of a localization, reported after it is complete.
package struct LocalizationEvent: Sendable {
  package var name: Text
  package var arguments: [Value]

  /// Texts are shown in another language; the argument is its locale.
  static func languageChanged(_ locale: Text) -> LocalizationEvent {
    LocalizationEvent(name: "languageChanged", arguments: [.text(locale)])
  }

  /// Tables came or went.
  static let loaded = LocalizationEvent(name: "loaded", arguments: [])

  /// The list of proposals was fetched for edit mode; the argument is its summary.
  static func proposalsListed(_ summary: Value) -> LocalizationEvent {
    LocalizationEvent(name: "proposalsListed", arguments: [summary])
  }

  /// A proposal reached the backend, or left it; the argument is a note for a transcript.
  static func proposal(_ note: Value) -> LocalizationEvent {
    LocalizationEvent(name: "proposal", arguments: [note])
  }
}
