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
    let hash: UInt64
    let chain: Chain
    /// The names in memory that does not move.
    let lng: Bytes
    let ns: Bytes
    private let memory: HeapRegion

    init(_ lng: Bytes, _ ns: Bytes, _ hash: UInt64, _ chain: Chain) {
      self.hash = hash
      self.chain = chain
      let names = Text(lng) + Text(ns)
      memory = names.bytes.withUnsafeBytes { HeapRegion(copying: $0) }
      let start = memory.start.assumingMemoryBound(to: UInt8.self)
      self.lng = Bytes(start: start, count: lng.count)
      self.ns = Bytes(start: start + lng.count, count: ns.count)
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

  /// The chain of a language and a namespace, if it was made before.
  @inline(__always)
  func known(_ lng: Bytes, _ ns: Bytes) -> UnsafePointer<ChainCore>? {
    guard let table else { return nil }
    let hash = Self.hash(lng, ns)
    for step in 0..<Self.reach {
      let place = (Int(truncatingIfNeeded: hash) &+ step) & (capacity &- 1)
      let raw = table[place].entry.load(ordering: .acquiring)
      guard let raw = UnsafeRawPointer(bitPattern: raw) else { return nil }
      let core = Unmanaged<Entry>.fromOpaque(raw)._withUnsafeGuaranteedRef { entry in
        entry.hash == hash && entry.lng.isSame(lng) && entry.ns.isSame(ns)
          ? entry.chain.reader.core : nil
      }
      if let core { return core }
    }
    return nil
  }

  /// Calls `body` with a chain, which is kept if there is a place for it.
  func with<Result>(
    _ lng: Bytes, _ ns: Bytes, _ chain: Chain, _ body: (UnsafePointer<ChainCore>) -> Result
  ) -> Result {
    keep(Entry(lng, ns, Self.hash(lng, ns), chain))
    return withExtendedLifetime(chain) { body(chain.reader.core) }
  }

  @inline(__always)
  private static func hash(_ lng: Bytes, _ ns: Bytes) -> UInt64 {
    var hash: UInt64 = 0
    if let start = lng.baseAddress { hash = KeyHash(start, lng.count).value }
    if let start = ns.baseAddress { hash = hash &* 3 ^ KeyHash(start, ns.count).value }
    return hash
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
