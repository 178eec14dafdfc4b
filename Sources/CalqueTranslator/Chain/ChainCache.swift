import CalqueBase
import Synchronization

/// Chains of other languages and namespaces that calls have asked for, by what they asked for. Kept as
/// long as the chain that they are derived from. Readers never wait; what finds no place is made for
/// each call.
final class ChainCache: @unchecked Sendable {
  // Unchecked: all that changes is atomic.
  private struct Slot: ~Copyable {
    let entry = Atomic<UInt>(0)
  }

  /// An asked-for chain.
  private final class Entry {
    let name: Text
    let hash: UInt64
    let chain: Chain

    init(_ name: Bytes, _ hash: UInt64, _ chain: Chain) {
      self.name = Text(name)
      self.hash = hash
      self.chain = chain
    }
  }

  private let capacity: Int
  /// Slots that a name may take.
  private static let reach = 8

  private let slots = Atomic<UInt>(0)

  /// - Parameter capacity: a power of two.
  init(capacity: Int) { self.capacity = capacity }

  deinit {
    guard let table else { return }
    for place in 0..<capacity {
      let raw = table[place].entry.load(ordering: .acquiring)
      if let raw = UnsafeRawPointer(bitPattern: raw) {
        Unmanaged<Entry>.fromOpaque(raw).release()
      }
    }
    table.deinitialize(count: capacity)
    table.deallocate()
  }

  private var table: UnsafeMutablePointer<Slot>? {
    UnsafeMutablePointer(bitPattern: slots.load(ordering: .acquiring))
  }

  /// Calls `body` with the chain of a name, which is made the first time.
  ///
  /// - Parameter name: not empty.
  func with<Result>(
    _ name: Bytes, _ make: () -> Chain, _ body: (UnsafePointer<ChainCore>) -> Result
  ) -> Result {
    guard let start = name.baseAddress else { return body(make().reader.core) }
    let hash = KeyHash(start, name.count).value
    if let known = known(name, hash) { return body(known) }
    let entry = Entry(name, hash, make())
    keep(entry)
    return withExtendedLifetime(entry) { body(entry.chain.reader.core) }
  }

  private func known(_ name: Bytes, _ hash: UInt64) -> UnsafePointer<ChainCore>? {
    guard let table else { return nil }
    for step in 0..<Self.reach {
      let place = (Int(truncatingIfNeeded: hash) &+ step) & (capacity &- 1)
      let raw = table[place].entry.load(ordering: .acquiring)
      guard let raw = UnsafeRawPointer(bitPattern: raw) else { return nil }
      let core = Unmanaged<Entry>.fromOpaque(raw)._withUnsafeGuaranteedRef { entry in
        entry.hash == hash
          && entry.name.bytes.withUnsafeBufferPointer({ $0.elementsEqual(name) })
          ? entry.chain.reader.core : nil
      }
      if let core { return core }
    }
    return nil
  }

  private func keep(_ entry: Entry) {
    let table = self.table ?? makeTable()
    let own = Unmanaged.passRetained(entry)
    for step in 0..<Self.reach {
      let place = (Int(truncatingIfNeeded: entry.hash) &+ step) & (capacity &- 1)
      let isFree = table[place].entry.compareExchange(
        expected: 0, desired: UInt(bitPattern: own.toOpaque()), ordering: .acquiringAndReleasing
      ).exchanged
      if isFree { return }
    }
    own.release()
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
