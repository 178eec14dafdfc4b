import CalqueBase

/// The lists of the library's block that belong to all locales.
enum CoreLists {
  /// The digit zero of a numbering system; empty for an unknown one, or one that is not a set of digits.
  static func zero(of system: Bytes) -> Bytes {
    let list = list(0)
    // Each name has its digit behind it.
    return list.number(of: system).map { $0 & 1 == 0 ? list.word($0 &+ 1) : .none } ?? .none
  }

  /// Digits behind the point of a currency; two unless CLDR says otherwise.
  static func digits(ofCurrency code: Bytes) -> Int {
    let digits = list(1)
    return digits.record(code, width: 4).map { Int(digits[4 &* $0 &+ 3] & 0x0F) } ?? 2
  }

  /// The number of a unit among those that have patterns of their own.
  static func unit(_ name: Bytes) -> Int? { list(2).number(of: name) }

  private static func list(_ index: Int) -> Bytes { LocaleData.core?.shared(index) ?? .none }
}

/// Numbers that are gathered one after the other, in memory of their own: reading and adding one is a
/// call, not the code of an array.
final class Numbers: @unchecked Sendable {
  // Unchecked: written while a formatter is made.
  private var bytes = ByteBuffer(capacity: 0)

  @inline(never)
  init() {}

  deinit { bytes.deallocate() }

  @inline(never)
  func append(_ number: Int) {
    bytes.extend(by: MemoryLayout<Int>.size).storeBytes(of: number, as: Int.self)
  }

  /// The first place of a number among every so many; `count` when it is not there.
  @inline(never)
  func place(of number: Int, step: Int = 1) -> Int {
    var place = 0
    while place < count, self[place] != number { place &+= step }
    return place
  }

  func contains(_ number: Int) -> Bool { place(of: number) < count }

  var count: Int { bytes.count / MemoryLayout<Int>.size }

  /// - Parameter place: Less than `count`.
  subscript(place: Int) -> Int {
    bytes.start.load(fromByteOffset: place &* MemoryLayout<Int>.size, as: Int.self)
  }
}
