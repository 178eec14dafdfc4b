import CalqueBase

/// The possible roles of a byte in a key, to recognise most keys with a namespace in one pass.
/// Trivial.
struct KeyMarks: @unchecked Sendable {
  // Unchecked: written by the initializer alone.
  private static let separator: UInt8 = 1
  private static let other: UInt8 = 2

  private let table: UnsafeMutablePointer<UInt8>
  /// Separators of more than a byte, and those that are something else too, are left to others.
  private let isUsed: Bool

  init(_ separators: KeySeparators) {
    table = .allocate(capacity: 256)
    table.initialize(repeating: 0, count: 256)
    if !separators.areGiven {
      for byte in UInt8.min..<0x80 where NaturalLanguage.isTelling(byte) {
        table[Int(byte)] = Self.other
      }
    }
    if let byte = separators.nesting.first { table[Int(byte)] = Self.other }
    guard let ns = separators.ns else {
      isUsed = true
      return
    }
    let byte = ns.first ?? 0
    isUsed =
      ns.count == 1 && table[Int(byte)] == 0 && !(separators.key?.isSame(ns) ?? false)
    table[Int(byte)] = Self.separator
  }

  func deallocate() { table.deallocate() }

  enum Split {
    case whole
    case at(Int)
    /// `KeySeparators.split` can tell.
    case unknown
  }

  /// Where the one separator of a key is.
  @inline(__always)
  func split(_ key: UnsafePointer<UInt8>, _ count: Int) -> Split {
    guard isUsed else { return .unknown }
    let first = marked(key, 0, count)
    if first == count { return .whole }
    guard table[Int(key[first])] == Self.separator else {
      return hasSeparator(key, first, count) ? .unknown : .whole
    }
    return marked(key, first &+ 1, count) == count ? .at(first) : .unknown
  }

  /// Where the next marked byte is; `count` if there is none.
  @inline(__always)
  private func marked(_ key: UnsafePointer<UInt8>, _ start: Int, _ count: Int) -> Int {
    var offset = start
    while offset < count, table[Int(key[offset])] == 0 { offset &+= 1 }
    return offset
  }

  @inline(never)
  private func hasSeparator(_ key: UnsafePointer<UInt8>, _ start: Int, _ count: Int) -> Bool {
    (start..<count).contains { table[Int(key[$0])] == Self.separator }
  }
}
