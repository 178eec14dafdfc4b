import Synchronization

/// Objects that are made when they are first asked for, and kept as long as this one: a table of fixed
/// size. Readers never wait; an object that finds no place is not kept.
package final class KeptObjects<Object: AnyObject>: @unchecked Sendable {
  // Unchecked: all that changes is atomic.
  private struct Slot: ~Copyable {
    let object = Atomic<UInt>(0)
  }

  private let capacity: Int
  /// Slots that an object may take.
  private static var reach: Int { 8 }
  /// The slots; 0 until the first object.
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

  /// The first result of `body` for an object of that hash that is not nil; nil when there is none.
  @inline(__always)
  package func first<Result>(_ hash: UInt64, _ body: (Object) -> Result?) -> Result? {
    guard let table else { return nil }
    for step in 0..<Self.reach {
      let raw = table[place(hash, step)].object.load(ordering: .acquiring)
      guard let raw = UnsafeRawPointer(bitPattern: raw) else { return nil }
      if let result = Unmanaged<Object>.fromOpaque(raw)._withUnsafeGuaranteedRef(body) {
        return result
      }
    }
    return nil
  }

  /// - Returns: whether it is kept.
  @inline(never)
  @discardableResult
  package func keep(_ object: Object, _ hash: UInt64) -> Bool {
    let table = self.table ?? makeTable()
    let own = Unmanaged.passRetained(object)
    for step in 0..<Self.reach {
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
