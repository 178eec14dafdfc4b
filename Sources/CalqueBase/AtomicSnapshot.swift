import CPlatform
import Synchronization

/// An immutable object that readers use without waiting while writers replace it.
///
/// A reader increments one of sixteen counters while it reads. The counter is chosen by processor
/// and has its own cache lines, so that concurrent readers seldom share a line. A replaced object
/// is kept until each counter has been seen at zero after the replacement: then no reader uses it.
package final class AtomicSnapshot<State: AnyObject>: @unchecked Sendable {
  // Unchecked: `current` and the counters are atomic, and a lock guards `retired`.
  private static var stripes: Int { 16 }
  /// Counters are 128 bytes apart, two cache lines, because adjacent lines are fetched in pairs.
  private static var stride: Int { 16 }

  private let counters: UnsafeMutablePointer<Atomic<Int>>
  private let current: Atomic<UnsafeRawPointer>
  private let retired = Mutex<[Retired]>([])

  private struct Retired {
    let object: Unmanaged<State>
    /// One bit for each counter that may still include a reader of the object.
    var busy: UInt32
  }

  package init(_ state: State) {
    let count = Self.stripes * Self.stride
    counters = .allocate(capacity: count)
    for position in 0..<count { (counters + position).initialize(to: Atomic(0)) }
    current = Atomic(UnsafeRawPointer(Unmanaged.passRetained(state).toOpaque()))
  }

  deinit {
    Unmanaged<State>.fromOpaque(current.load(ordering: .acquiring)).release()
    for old in retired.withLock({ $0 }) { old.object.release() }
    counters.deinitialize(count: Self.stripes * Self.stride)
    counters.deallocate()
  }

  /// Calls `body` with the current object, which stays alive until `body` returns.
  ///
  /// Takes no lock. Costs two atomic additions to a counter that this processor seldom shares.
  @inline(__always)
  package func read<Result>(_ body: (State) -> Result) -> Result {
    let stripe = calque_platform_processor() % Self.stripes
    let counter = counters + stripe &* Self.stride
    counter.pointee.wrappingAdd(1, ordering: .sequentiallyConsistent)
    defer { counter.pointee.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
    let state = Unmanaged<State>.fromOpaque(current.load(ordering: .sequentiallyConsistent))
    return state._withUnsafeGuaranteedRef(body)
  }

  /// The current object, retained.
  package func load() -> State { read { $0 } }

  /// Replaces the object and frees nothing, for writers that hold a lock: freeing an object may
  /// call its host, which must not happen under a lock. Call `reclaim` after releasing the lock.
  /// Calls in progress continue with the object they began with.
  package func exchange(for state: State) {
    let new = UnsafeRawPointer(Unmanaged.passRetained(state).toOpaque())
    let old = current.exchange(new, ordering: .sequentiallyConsistent)
    let object = Unmanaged<State>.fromOpaque(old)
    retired.withLock { $0.append(Retired(object: object, busy: (1 << Self.stripes) - 1)) }
  }

  /// Frees the replaced objects that no reader can hold.
  package func reclaim() {
    let free = retired.withLock { (list: inout [Retired]) -> [Retired] in
      let busy = busyStripes()
      var (free, kept): ([Retired], [Retired]) = ([], [])
      for var old in list {
        old.busy &= busy
        if old.busy == 0 { free.append(old) } else { kept.append(old) }
      }
      list = kept
      return free
    }
    for old in free { old.object.release() }
  }

  private func busyStripes() -> UInt32 {
    var busy: UInt32 = 0
    for stripe in 0..<Self.stripes
    where counters[stripe &* Self.stride].load(ordering: .sequentiallyConsistent) != 0 {
      busy |= 1 << UInt32(truncatingIfNeeded: stripe)
    }
    return busy
  }
}
