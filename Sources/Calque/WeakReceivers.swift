import CalqueBase

/// Objects of the program, each with the number of the registration that ends with it. They are held
/// weakly and called on the main queue.
final class WeakReceivers: Sendable {
  typealias Object = any AnyObject & Sendable

  final class Receiver: Sendable {
    fileprivate weak let object: Object?
    fileprivate let number = Mutex<UInt64>(0)
    fileprivate let isForgotten = Mutex(false)

    fileprivate init(_ object: Object) { self.object = object }

    /// Calls the object, unless it is gone or was forgotten meanwhile.
    func run(_ work: @escaping @MainActor @Sendable (Object) -> Void) {
      MainQueue.run { [self] in
        guard let object, !isForgotten.withLock({ $0 }) else { return }
        work(object)
      }
    }
  }

  private let entries = Mutex<[Receiver]>([])

  /// - Parameter register: registers an object that is called through its receiver.
  /// - Returns: what `register` does, the number of the registration.
  @discardableResult
  func add(_ object: Object, _ register: (Receiver) -> UInt64) -> UInt64 {
    let receiver = Receiver(object)
    let number = register(receiver)
    receiver.number.withLock { $0 = number }
    entries.withLock { $0.append(receiver) }
    return number
  }

  /// Forgets an object, and those that no longer exist.
  func forget(_ object: Object? = nil, _ unregister: (UInt64) -> Void) {
    let forgotten = entries.withLock { entries in
      let forgotten = entries.filter { $0.object == nil || $0.object === object }
      entries.removeAll { entry in forgotten.contains { $0 === entry } }
      return forgotten
    }
    for receiver in forgotten {
      receiver.isForgotten.withLock { $0 = true }
      unregister(receiver.number.withLock { $0 })
    }
  }
}
