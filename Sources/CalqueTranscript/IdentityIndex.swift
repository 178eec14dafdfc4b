import CalqueBase

/// Numbers identifiers in the order of their arrival and finds them by hash.
///
/// Open addressing over the numbers alone. The hash is seeded: peers choose the identifiers.
/// Identifiers are never removed: one that was seen is a duplicate from then on.
struct IdentityIndex {
  private(set) var keys: [Identity] = []
  /// A power of two at most half full: number + 1, or 0 for a free slot.
  private var slots = [Int32](repeating: 0, count: 16)
  private let seed: Identity

  init(seed: Identity) { self.seed = seed }

  func number(of key: Identity) -> Int? {
    let found = slots[slot(of: key)]
    return found == 0 ? nil : Int(found) - 1
  }

  /// The number of an identifier, which is assigned now if the identifier is new.
  ///
  /// - Complexity: O(1), amortised over the doubling of the table.
  mutating func add(_ key: Identity) -> (number: Int, isNew: Bool) {
    let place = slot(of: key)
    if slots[place] != 0 { return (Int(slots[place]) - 1, false) }
    keys.append(key)
    slots[place] = Int32(truncatingIfNeeded: keys.count)
    if keys.count * 2 > slots.count { grow() }
    return (keys.count - 1, true)
  }

  private mutating func grow() {
    slots = [Int32](repeating: 0, count: slots.count * 2)
    for (number, key) in keys.enumerated() {
      slots[slot(of: key)] = Int32(truncatingIfNeeded: number + 1)
    }
  }

  /// The slot that holds the identifier, or the free one where it belongs.
  private func slot(of key: Identity) -> Int {
    let mask = slots.count - 1
    let product = (key.high ^ seed.high).multipliedFullWidth(by: key.low ^ seed.low)
    var slot = Int(truncatingIfNeeded: product.high ^ product.low) & mask
    while slots[slot] != 0, keys[Int(slots[slot]) - 1] != key { slot = (slot + 1) & mask }
    return slot
  }
}
