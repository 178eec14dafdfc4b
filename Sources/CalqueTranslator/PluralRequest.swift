import CalqueBase
import CalqueLocale

/// The count of a call: what plural rules need to know.
struct PluralRequest {
  let count: Value
  let isOrdinal: Bool
  /// A `zero` form is tried although the language has none.
  let wantsZero: Bool
  let operands: PluralOperands

  /// nil when the call has no count, or a text as its count.
  init?(_ callOptions: Members, format: TranslatorFormat) {
    guard let count = callOptions["count"] else { return nil }
    self.init(count, isOrdinal: callOptions["ordinal"]?.isTruthy ?? false, format: format)
  }

  init?(_ count: Value, isOrdinal: Bool, format: TranslatorFormat) {
    switch count {
    case .text: return nil
    case .int(let int): operands = PluralOperands(int)
    case .double(let double): operands = PluralOperands(intl: double)
    case .decimal(let text): operands = PluralOperands(decimal: text) ?? PluralOperands(intl: .nan)
    case .bool(let bool): operands = PluralOperands(bool ? Int64(1) : 0)
    case .null: operands = PluralOperands(Int64(0))
    case .array, .object: operands = PluralOperands(intl: .nan)
    }
    self.count = count
    self.isOrdinal = isOrdinal
    wantsZero = format == .v4 && !isOrdinal && count.number == 0
  }

  private init(_ count: Value, _ operands: PluralOperands) {
    self.count = count
    self.operands = operands
    isOrdinal = false
    wantsZero = false
  }

  /// The same count, asking how many.
  var cardinal: PluralRequest { PluralRequest(count, operands) }

  /// The count as a number, NaN when it is none.
  var number: Double {
    switch count {
    case .bool(let bool): bool ? 1 : 0
    case .null: 0
    default: count.number ?? .nan
    }
  }
}
