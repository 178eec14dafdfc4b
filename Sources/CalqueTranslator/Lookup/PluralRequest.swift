import CalqueBase
import CalqueLocale
import CalqueTemplate

/// The count of a call: what plural rules need to know.
struct PluralRequest {
  let operands: PluralOperands
  /// The count as a number, possibly without its sign; NaN if it is not a number.
  let number: Double
  /// It is the number 0: a `zero` form is tried although the language has none.
  let isZero: Bool

  /// nil when there is no count, or a text as its count.
  init?(_ argument: UnsafePointer<Argument>?) {
    guard let argument else { return nil }
    switch argument.pointee.kind {
    case .int: self.init(argument.pointee.integer)
    case .double: self.init(argument.pointee.number)
    case .decimal:
      let operands = PluralOperands(decimal: argument.pointee.bytes)
      if operands != nil { argument.noteRead() }
      if let operands, operands.isFinite, operands.f == 0, operands.c == 0 {
        self.init(operands, Double(operands.i))
      } else {
        let number = Decimal.number(argument.pointee.bytes) ?? argument.pointee.value?.number
        self.init(operands, number ?? .nan)
      }
    case .bool, .null, .value, .json: self.init(argument.pointee.value)
    case .text, .absent: return nil
    }
  }

  init?(_ count: Value?) {
    switch count {
    case nil, .text?: return nil
    case .int(let int)?: self.init(int)
    case .double(let double)?: self.init(double)
    case .decimal(let digits)?:
      self.init(PluralOperands(decimal: digits), count?.number ?? .nan)
    case .bool(let bool)?: self.init(notANumber: bool ? 1 : 0)
    case .null?: self.init(notANumber: 0)
    case .array?, .object?: self.init(nil, .nan)
    }
  }

  private init(_ int: Int64) {
    operands = PluralOperands(int)
    number = Double(int)
    isZero = int == 0
  }

  private init(_ double: Double) {
    operands = PluralOperands(intl: double)
    number = double
    isZero = double == 0
  }

  private init(_ operands: PluralOperands?, _ number: Double) {
    self.operands = operands ?? PluralOperands(intl: .nan)
    self.number = number
    isZero = number == 0
  }

  /// A value that ECMAScript converts to 0 or 1 although it is not a number.
  private init(notANumber number: Int64) {
    operands = PluralOperands(number)
    self.number = Double(number)
    isZero = false
  }
}
