package import CalqueBase

/// Functions of the host that a translator calls. Each is optional; one that returns nil leaves the
/// translator to its own behaviour. They run on the thread of the call, with no lock held.
package struct HostCallbacks: Sendable {
  package typealias Formatter =
    @Sendable (_ value: Value, _ lng: Text, _ options: Members) -> Value?
  package typealias PostProcessor =
    @Sendable (
      _ value: Text, _ keys: [Text], _ options: Members
    ) -> Text?

  package var missingKey: (@Sendable (MissingKey) -> Void)?
  package var parseMissingKey: (@Sendable (_ key: Text, _ defaultValue: Text?) -> Text?)?
  package var missingInterpolation:
    (@Sendable (_ text: Text, _ match: Text, _ variable: Text) -> Text?)?
  package var returnedObject:
    (@Sendable (_ key: Text, _ value: Value, _ options: Members) -> Text?)?
  package var fallbackLng: (@Sendable (_ code: Text) -> Value?)?
  package var escape: (@Sendable (_ value: Text) -> Text?)?
  package var log: (@Sendable (_ message: Text) -> Void)?
  /// `interpolation.format`: replaces all formatters.
  ///
  /// - Parameter format: as written after the variable; nil for a variable without a format.
  package var formatValue:
    (@Sendable (_ value: Value, _ format: Text?, _ lng: Text, _ options: Members) -> Value?)?

  package init() {}
}

/// A translation that was not found.
package struct MissingKey: Sendable {
  package let lngs: [Text]
  package let ns: Text
  package let key: Text
  /// The text to save; nil for undefined.
  package let fallbackValue: Value?
  package let updateMissing: Bool
  package let options: Members
}
