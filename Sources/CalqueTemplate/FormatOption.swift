package import CalqueBase

/// The names that formatters heed among the arguments of a call: those of ECMAScript's Intl
/// formatters. An argument of another name cannot change what a formatter with constant options
/// writes.
package enum FormatOption {
  package static func isOne(_ name: Bytes) -> Bool {
    // Shorter names are those of variables.
    name.count >= 3 && names.contains { name.equals($0) }
  }

  private static let names: [StaticString] = [
    "style", "currency", "currencyDisplay", "currencySign", "unit", "unitDisplay", "notation",
    "compactDisplay", "useGrouping", "signDisplay", "minimumIntegerDigits",
    "minimumFractionDigits", "maximumFractionDigits", "minimumSignificantDigits",
    "maximumSignificantDigits", "roundingMode", "roundingPriority", "roundingIncrement",
    "trailingZeroDisplay", "numberingSystem", "localeMatcher", "locale", "lng", "calendar",
    "dateStyle", "timeStyle", "dayPeriod", "hourCycle", "hour12", "timeZone", "timeZoneName",
    "formatMatcher", "weekday", "era", "year", "month", "day", "hour", "minute", "second",
    "fractionalSecondDigits", "numeric", "range", "type", "formatParams", "format",
  ]
}
