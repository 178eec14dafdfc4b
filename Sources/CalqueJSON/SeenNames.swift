import CalqueBase

/// The names seen so far, by hash. The owner must call `deallocate`.
struct SeenNames {
  private var slots: UnsafeMutablePointer<UInt64>
  /// A power of two, at most half full.
  private var capacity = 64
  private var count = 0

  /// The number of slots that are searched for a name; only colliding names need more.
  private static let maximumProbes = 1024

  init() { slots = Self.empty(64) }

  func deallocate() { slots.deallocate() }

  /// - Returns: false when the name was seen before, or may have been.
  mutating func insert(_ name: Bytes) -> Bool {
    if count &* 2 >= capacity, !grow() { return false }
    guard let start = name.baseAddress, put(max(KeyHash(start, name.count).value, 1)) else {
      return false
    }
    count &+= 1
    return true
  }

  private func put(_ hash: UInt64) -> Bool {
    let mask = capacity &- 1
    var place = Int(truncatingIfNeeded: hash) & mask
    for _ in 0..<Self.maximumProbes {
      if slots[place] == hash { return false }
      if slots[place] == 0 {
        slots[place] = hash
        return true
      }
      place = (place &+ 1) & mask
    }
    return false
  }

  private mutating func grow() -> Bool {
    let old = UnsafeBufferPointer(start: slots, count: capacity)
    defer { old.deallocate() }
    capacity &*= 2
    slots = Self.empty(capacity)
    for hash in old where hash != 0 {
      guard put(hash) else { return false }
    }
    return true
  }

  private static func empty(_ capacity: Int) -> UnsafeMutablePointer<UInt64> {
    let slots = UnsafeMutablePointer<UInt64>.allocate(capacity: capacity)
    slots.initialize(repeating: 0, count: capacity)
    return slots
  }
}
