import CalqueBase

/// Spans before or after now in root style: `+2 h`, `-1 d`.
enum RootRelativeTime {
  /// Nil when `range` names no unit or the value is no finite number.
  static func format(_ value: Value, _ options: Members) -> Text? {
    let number = ScriptNumber.of(value)
    guard number.isFinite, let symbol = symbol(options["range"]?.text ?? "day") else { return nil }
    let amount = Decimal.text(of: number.magnitude)
    return (number.sign == .minus ? "-" : "+") + amount + " " + symbol
  }

  /// CLDR root's symbol of a unit, which may be named in the plural.
  private static func symbol(_ unit: Text) -> Text? {
    switch unit.hasSuffix("s") ? unit.part(0, unit.count - 1) : unit {
    case "second": "s"
    case "minute": "min"
    case "hour": "h"
    case "day": "d"
    case "week": "w"
    case "month": "m"
    case "quarter": "Q"
    case "year": "y"
    default: nil
    }
  }
}
