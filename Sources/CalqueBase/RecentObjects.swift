/// The objects that were last made, for what is not known to be asked for again: those in `KeptObjects`
/// stay, and a name that is seen once must not take the place of one that is seen often.
package final class RecentObjects<Object: AnyObject & Sendable>: Sendable {
  private struct Ring {
    var entries: [(hash: UInt64, object: Object)] = []
    var next = 0
  }

  private let capacity: Int
  private let ring = Mutex(Ring())

  package init(capacity: Int) { self.capacity = capacity }

  /// The object with that hash that passes a test.
  package func first(_ hash: UInt64, where isOne: (Object) -> Bool) -> Object? {
    ring.withLock { ring in
      ring.entries.first { $0.hash == hash && isOne($0.object) }?.object
    }
  }

  /// Adds an object in the place of the oldest.
  package func add(_ object: Object, _ hash: UInt64) {
    // A dropped object is freed outside the lock.
    let dropped = ring.withLock { ring -> Object? in
      guard ring.entries.count == capacity else {
        ring.entries.append((hash, object))
        return nil
      }
      let old = ring.entries[ring.next].object
      ring.entries[ring.next] = (hash, object)
      ring.next = (ring.next + 1) % capacity
      return old
    }
    withExtendedLifetime(dropped) {}
  }
}
