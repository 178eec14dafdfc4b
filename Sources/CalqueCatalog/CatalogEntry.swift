/// A record to be added to the slots of a catalog.
struct CatalogEntry: BitwiseCopyable {
  let record: UInt32
  let traits: Traits

  /// Chooses between values that share a key.
  struct Traits: OptionSet, BitwiseCopyable {
    let rawValue: UInt32
    /// A name on the way to the value contains the separator.
    static let isSplit = Traits(rawValue: 1)
    /// The value is a member of the root.
    static let isTop = Traits(rawValue: 2)
    static let isTruthy = Traits(rawValue: 4)
  }

  /// The step in which a look-up reaches the value, in the order of `Catalog.find` and `TreePath`: name
  /// by name, the key as one name, the shortest runs that name a value. In each step a key has at
  /// most one value.
  ///
  /// - Parameter isHidden: whether a shorter run on the way to the value leads elsewhere.
  func step(isHidden: Bool) -> Int {
    if traits.contains(.isTruthy) {
      if !traits.contains(.isSplit) { return 0 }
      if traits.contains(.isTop) { return 1 }
    }
    return isHidden ? Self.never : 2
  }

  static let never = 3
  static let steps = 0..<never
}
