package import CalqueBase

/// The names of the arguments of a call that formatters use: the options of ECMAScript's Intl
/// formatters. Other arguments cannot affect a formatter with constant options.
package enum FormatOption {
  /// Bytes of the shortest name.
  package static let shortest = 3

  package static func isOne(_ name: Bytes) -> Bool {
    name.count >= shortest && names.contains { name.equals($0) }
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
