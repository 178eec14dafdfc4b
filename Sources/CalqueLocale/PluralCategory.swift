/// The plural categories of CLDR, in the order in which i18next lists suffixes.
public enum PluralCategory: UInt8, CaseIterable, Sendable {
  case zero
  case one
  case two
  case few
  case many
  case other

  /// The keyword of CLDR, which is also the suffix in JSON format v4.
  package var name: StaticString {
    switch self {
    case .zero: "zero"
    case .one: "one"
    case .two: "two"
    case .few: "few"
    case .many: "many"
    case .other: "other"
    }
  }
}
