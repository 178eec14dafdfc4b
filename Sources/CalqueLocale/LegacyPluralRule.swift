import CalqueBase

/// A plural rule of i18next before CLDR: numbers that name the forms, and a formula that picks one.
struct LegacyPluralRule: Sendable {
  /// The families of tables, by their place in a record.
  enum Family: Int {
    case ios
    case first
    case later
  }

  private let number: UInt8

  /// The rule of exactly this code, or nil when the table has none.
  init?(_ code: Text, in family: Family) {
    let table = PackedTable(Self.languages, keyWidth: 5, valueWidth: 6)
    guard let value = code.bytes.withUnsafeBufferPointer({ table.value(of: $0) }),
      let number = PackedNumber.read(value, family.rawValue)
    else { return nil }
    self.number = number
  }

  /// The numbers of the forms, in the order of their indices.
  var numbers: [UInt8] { Self.numbers(number) }

  /// Whether the forms are singular (number 1) and plural.
  var isSingularAndPlural: Bool {
    let numbers = numbers
    return numbers.count == 2 && numbers[0] == 1
  }

  /// The index of the form of a count, whose sign does not matter.
  func index(of count: Double) -> Int { Self.index(number, count.magnitude) }

  /// Index and number of the form of a count, whose sign does not matter.
  func form(of count: Double) -> (index: Int, number: UInt8) {
    let index = index(of: count)
    let numbers = numbers
    return (index, index < numbers.count ? numbers[index] : 1)
  }
}
