import CalqueBase

/// The names on one level of a tree that hide others: those of objects, arrays and nulls. A look-up
/// continues at the shortest run of a key's parts that names one of them, and so never reaches a
/// longer name that starts with that run.
struct SiblingNames {
  /// Sorted, so that no choice of names makes searching slow.
  private let names: [Bytes]

  /// - Parameter names: must stay in place as long as this object exists.
  init(_ names: [Bytes]) {
    self.names = Ordering.positions(names.count) { Self.order(names[$0], names[$1]) < 0 }
      .map { names[$0] }
  }

  /// Whether a proper part of a name, up to a separator, is one of these.
  func hide(_ name: Bytes, _ separator: Text) -> Bool {
    var at = 0
    while let found = name.firstIndex(of: separator, from: at) {
      if contains(UnsafeBufferPointer(rebasing: name[..<found])) { return true }
      at = found &+ separator.count
    }
    return false
  }

  private func contains(_ wanted: Bytes) -> Bool {
    let place = Ordering.first(names.count) { Self.order(names[$0], wanted) < 0 }
    return place < names.count && Self.order(names[place], wanted) == 0
  }

  /// Negative, 0 or positive: compares by length, then by bytes.
  private static func order(_ left: Bytes, _ right: Bytes) -> Int {
    guard left.count == right.count else { return left.count &- right.count }
    guard let first = left.baseAddress, let second = right.baseAddress else { return 0 }
    return Word.order(first, second, left.count)
  }
}
