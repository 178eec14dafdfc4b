package import CalqueTemplate
import Synchronization

/// The details of a catalog's steps, each read when its text is first rendered and kept as long as
/// the catalog. Threads never wait: when several read the same detail at once, the first result is
/// kept.
package final class CatalogDetails: @unchecked Sendable {
  // Unchecked: everything that changes is atomic.
  private struct Slot: ~Copyable {
    let step = Atomic<UInt>(0)
    let detail = Atomic<UInt>(0)
  }

  private let count: Int
  private let mask: Int
  /// The address of the slots, at most half of them used; 0 until the first detail.
  private let slots = Atomic<UInt>(0)

  /// - Parameter count: the number of steps that have a detail.
  init(count: Int) {
    self.count = count
    var capacity = 4
    while capacity < count &* 2 { capacity &*= 2 }
    mask = capacity &- 1
  }

  deinit {
    guard let table else { return }
    for place in 0...mask {
      let raw = table[place].detail.load(ordering: .acquiring)
      if let raw = UnsafeRawPointer(bitPattern: raw) {
        Unmanaged<PatternDetail>.fromOpaque(raw).release()
      }
    }
    table.deinitialize(count: mask &+ 1)
    table.deallocate()
  }

  private var table: UnsafeMutablePointer<Slot>? {
    UnsafeMutablePointer(bitPattern: slots.load(ordering: .acquiring))
  }

  /// Calls `body` with the detail of a step, which `make` reads the first time.
  @inline(__always)
  package func with<Result>(
    _ step: UnsafeRawPointer, _ make: () -> PatternDetail, _ body: (PatternDetail) -> Result
  ) -> Result {
    if let known = known(step) { return known._withUnsafeGuaranteedRef(body) }
    let made = make()
    keep(made, of: UInt(bitPattern: step))
    return body(made)
  }

  @inline(__always)
  private func known(_ step: UnsafeRawPointer) -> Unmanaged<PatternDetail>? {
    guard let table else { return nil }
    let wanted = UInt(bitPattern: step)
    var place = first(wanted)
    while true {
      let found = table[place].step.load(ordering: .acquiring)
      if found == 0 { return nil }
      if found == wanted { break }
      place = (place &+ 1) & mask
    }
    let raw = UnsafeRawPointer(bitPattern: table[place].detail.load(ordering: .acquiring))
    return raw.map { Unmanaged.fromOpaque($0) }
  }

  private func first(_ step: UInt) -> Int {
    Int(truncatingIfNeeded: (UInt64(step) &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
  }

  /// Steps beyond the number in the header, as a forged file may have, are not kept.
  @inline(never)
  private func keep(_ detail: PatternDetail, of step: UInt) {
    guard count > 0 else { return }
    let table = self.table ?? makeTable()
    var place = first(step)
    for _ in 0..<count {
      let (isFree, found) = table[place].step.compareExchange(
        expected: 0, desired: step, ordering: .acquiringAndReleasing)
      if isFree || found == step { return put(detail, in: table + place) }
      place = (place &+ 1) & mask
    }
  }

  private func put(_ detail: PatternDetail, in slot: UnsafeMutablePointer<Slot>) {
    let own = Unmanaged.passRetained(detail)
    let isFirst = slot.pointee.detail.compareExchange(
      expected: 0, desired: UInt(bitPattern: own.toOpaque()), ordering: .acquiringAndReleasing
    ).exchanged
    if !isFirst { own.release() }
  }

  private func makeTable() -> UnsafeMutablePointer<Slot> {
    let made = UnsafeMutablePointer<Slot>.allocate(capacity: mask &+ 1)
    for place in 0...mask { (made + place).initialize(to: Slot()) }
    let (isFirst, known) = slots.compareExchange(
      expected: 0, desired: UInt(bitPattern: made), ordering: .acquiringAndReleasing)
    if isFirst { return made }
    made.deinitialize(count: mask &+ 1)
    made.deallocate()
    return UnsafeMutablePointer(bitPattern: known) ?? made
  }
}
