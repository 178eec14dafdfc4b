import Synchronization

/// A cache of fixed size for objects that are created on first use and kept as long as the cache.
/// Readers never wait. An object for which there is no free slot is not kept.
package final class KeptObjects<Object: AnyObject>: @unchecked Sendable {
  // Unchecked: everything that changes is atomic.
  private struct Slot: ~Copyable {
    let object = Atomic<UInt>(0)
  }

  private let capacity: Int
  /// The number of slots that an object may occupy.
  private static var maximumProbes: Int { 8 }
  /// The address of the slots; 0 until the first object is kept.
  private let slots = Atomic<UInt>(0)

  /// - Parameter capacity: a power of two.
  package init(capacity: Int) { self.capacity = capacity }

  deinit {
    guard let table else { return }
    for place in 0..<capacity {
      let raw = table[place].object.load(ordering: .acquiring)
      if let raw = UnsafeRawPointer(bitPattern: raw) {
        Unmanaged<Object>.fromOpaque(raw).release()
      }
    }
    table.deinitialize(count: capacity)
    table.deallocate()
  }

  private var table: UnsafeMutablePointer<Slot>? {
    UnsafeMutablePointer(bitPattern: slots.load(ordering: .acquiring))
  }

  @inline(__always)
  private func place(_ hash: UInt64, _ step: Int) -> Int {
    (Int(truncatingIfNeeded: hash) &+ step) & (capacity &- 1)
  }

  /// The object with that hash that passes a test. It lasts as long as the cache.
  @inline(__always)
  package func first(_ hash: UInt64, where isOne: (Object) -> Bool) -> Unmanaged<Object>? {
    guard let table else { return nil }
    for step in 0..<Self.maximumProbes {
      let raw = table[place(hash, step)].object.load(ordering: .acquiring)
      guard let raw = UnsafeRawPointer(bitPattern: raw) else { return nil }
      let object = Unmanaged<Object>.fromOpaque(raw)
      if object._withUnsafeGuaranteedRef(isOne) { return object }
    }
    return nil
  }

  /// - Returns: whether the object was kept.
  @inline(never)
  @discardableResult
  package func keep(_ object: Object, _ hash: UInt64) -> Bool {
    let table = self.table ?? makeTable()
    let own = Unmanaged.passRetained(object)
    for step in 0..<Self.maximumProbes {
      let isFree = table[place(hash, step)].object.compareExchange(
        expected: 0, desired: UInt(bitPattern: own.toOpaque()), ordering: .acquiringAndReleasing
      ).exchanged
      if isFree { return true }
    }
    own.release()
    return false
  }

  private func makeTable() -> UnsafeMutablePointer<Slot> {
    let made = UnsafeMutablePointer<Slot>.allocate(capacity: capacity)
    for place in 0..<capacity { (made + place).initialize(to: Slot()) }
    let (isFirst, known) = slots.compareExchange(
      expected: 0, desired: UInt(bitPattern: made), ordering: .acquiringAndReleasing)
    if isFirst { return made }
    made.deinitialize(count: capacity)
    made.deallocate()
    return UnsafeMutablePointer(bitPattern: known) ?? made
  }
}
