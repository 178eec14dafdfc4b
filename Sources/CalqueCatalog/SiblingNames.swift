import CalqueBase

/// Names of one level of a tree that hide others: those of objects, arrays and nulls. A look-up that
/// takes the shortest run of a key's parts that names one goes on there, and not where a longer name
/// that begins alike would have led.
struct SiblingNames {
  private typealias Name = (hash: UInt64, bytes: Bytes)

  private var names: [Name] = []
  /// Open addressing, a power of two at most half full: position + 1, or 0 for a free slot.
  private var index: [Int]

  /// - Parameter count: how many there will be at most.
  init(count: Int) {
    var size = 2
    while size < count &* 2 { size &*= 2 }
    index = [Int](repeating: 0, count: size)
  }

  /// - Parameter name: stays where it is as long as this does.
  mutating func insert(_ name: Bytes) {
    guard let start = name.baseAddress else { return }
    let hash = KeyHash(start, name.count).value
    var slot = first(hash)
    while index[slot] != 0 { slot = (slot &+ 1) & (index.count &- 1) }
    names.append((hash, name))
    index[slot] = names.count
  }

  private func first(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (index.count &- 1) }

  /// Whether a proper part of a name, up to a separator, is one of these.
  ///
  /// - Complexity: O(length of the name).
  func hide(_ name: Bytes, _ separator: Text) -> Bool {
    guard let start = name.baseAddress else { return false }
    var hash = KeyHash(start, 0)
    var hashed = 0
    var at = 0
    while let found = name.firstIndex(of: separator, from: at) {
      hash.add(start + hashed, found &- hashed)
      hashed = found
      if contains(hash.value, UnsafeBufferPointer(rebasing: name[..<found])) { return true }
      at = found &+ separator.count
    }
    return false
  }

  private func contains(_ hash: UInt64, _ wanted: Bytes) -> Bool {
    var slot = first(hash)
    while index[slot] != 0 {
      let name = names[index[slot] &- 1]
      if name.hash == hash, name.bytes.elementsEqual(wanted) { return true }
      slot = (slot &+ 1) & (index.count &- 1)
    }
    return false
  }
}
