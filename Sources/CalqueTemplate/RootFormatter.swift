package import CalqueBase

/// The built-in formatters, in the style of CLDR's root locale: the same for every language.
///
/// A host that wants the conventions of a language registers its own formatter of the same name.
/// docs/formatting.md describes the output.
package enum RootFormatter {
  /// Formats a value.
  ///
  /// - Parameters:
  ///   - name: `number`, `currency`, `datetime`, `relativetime` or `list`, in lower case.
  ///   - options: Members named as the options of ECMAScript's Intl formatters.
  /// - Returns: Nil for an unknown name. The value itself when it is null or cannot be formatted so,
  ///   where the reference formatter would throw.
  package static func format(_ name: Text, value: Value, options: Members) -> Value? {
    let text: Text?
    switch name {
    case "number": text = value.isNull ? nil : RootNumber.format(value, RootNumberStyle(options))
    case "currency": text = value.isNull ? nil : RootNumber.format(value, currencyStyle(options))
    case "datetime": text = RootDate.format(value, options)
    case "relativetime": text = value.isNull ? nil : RootRelativeTime.format(value, options)
    case "list": text = value.array.map(list)
    default: return nil
    }
    return text.map { .text($0) } ?? value
  }

  private static func currencyStyle(_ options: Members) -> RootNumberStyle? {
    var options = options
    options["style"] = .text("currency")
    return RootNumberStyle(options)
  }

  private static func list(_ elements: [Value]) -> Text {
    Text.joined(elements.map(ScriptText.of), by: ", ")
  }
}
