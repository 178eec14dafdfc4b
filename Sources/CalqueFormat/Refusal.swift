import CalqueBase

/// Why a formatter cannot be made.
enum Refusal: Int {
  case calendar, zoneNames, increments, system, zoneFile, noData, noLanguage, noNames
  case styles, currency, noUnit, unit, type, zone, fractionDigits, significantDigits

  /// In the order of the cases, the option and what is said about it.
  private static let texts: StaticString = """
    calendar:the calendar is not supported|\
    timeZoneName:generic names of time zones are not supported|\
    roundingIncrement:rounding increments are not supported|\
    numberingSystem:the numbering system is not supported|\
    timeZone:the system's time zone database has no such zone|\
    :this needs a file of locale data|\
    :the locale data does not contain the language|\
    :this needs locale data with names|\
    dateStyle:dateStyle and timeStyle cannot be combined with fields|\
    currency:a currency code has three letters|\
    unit:the style needs a unit|\
    unit:there is no such unit|\
    type:the formatter needs a type|\
    timeZone:there is no such time zone|\
    minimumFractionDigits:the minimum number of digits exceeds the maximum|\
    minimumSignificantDigits:the minimum number of digits exceeds the maximum
    """

  var diagnostic: Diagnostic {
    let text = Bytes(Self.texts).word(rawValue, by: 0x7C)
    var start = 0
    let option = text.next(&start, by: 0x3A) ?? .none
    return Diagnostic(
      rawValue < Self.styles.rawValue ? .unsupported : .invalidOption,
      Text(text.slice(start, text.count)), path: Text(option))
  }
}
