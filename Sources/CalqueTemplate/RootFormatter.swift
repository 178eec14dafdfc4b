package import CalqueBase

/// Dates and relative times in CLDR's root style, for languages about which no facts are there.
///
/// docs/formatting.md describes the output.
package enum RootFormatter {
  /// Formats a value.
  ///
  /// - Parameters:
  ///   - name: `datetime` or `relativetime`, in lower case.
  ///   - options: Members named as the options of ECMAScript's Intl formatters.
  /// - Returns: Nil for another name, and for a value that cannot be formatted so.
  package static func format(_ name: Text, value: Value, options: Members) -> Value? {
    switch name {
    case "datetime": RootDate.format(value, options).map { .text($0) }
    case "relativetime": RootRelativeTime.format(value, options).map { .text($0) }
    default: nil
    }
  }
}
