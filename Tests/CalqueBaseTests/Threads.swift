import CPlatform

/// Runs closures on threads of their own.
enum Threads {
  private final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Returns when all have ended; the number of threads that could be started.
  @discardableResult
  static func run(_ bodies: [@Sendable () -> Void]) -> Int {
    var threads: [pthread_t] = []
    for body in bodies {
      var thread = pthread_t()
      let box = Unmanaged.passRetained(Box(body))
      let status = pthread_create(
        &thread, nil,
        { pointer in
          guard let pointer else { return nil }
          Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body()
          return nil
        }, box.toOpaque())
      if status == 0 { threads.append(thread) } else { box.release() }
    }
    for thread in threads { pthread_join(thread, nil) }
    return threads.count
  }
}
