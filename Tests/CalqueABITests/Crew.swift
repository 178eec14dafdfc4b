import CPlatform

/// Threads that begin together and are all waited for.
///
/// Real threads, because the pool behind tasks may be too small for them to meet.
final class Crew {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private var threads: [pthread_t] = []

  func start(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    let status = pthread_create(
      &thread, nil,
      { work in
        guard let work else { return nil }
        Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    if status == 0 {
      threads.append(thread)
    } else {
      work.release()
    }
  }

  /// How many threads ran.
  func join() -> Int {
    for thread in threads { pthread_join(thread, nil) }
    defer { threads = [] }
    return threads.count
  }
}
