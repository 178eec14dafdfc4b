import CPlatform

/// Threads that are all waited for.
///
/// Real threads, because the pool behind tasks may be too small for them to meet.
package final class Threads {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private var threads: [calque_platform_thread] = []

  package init() {}

  package func start(_ body: @escaping @Sendable () -> Void) {
    var thread = calque_platform_thread()
    let work = Unmanaged.passRetained(Work(body))
    let status = calque_platform_thread_start(
      &thread,
      { work in
        guard let work else { return nil }
        Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    if status == 0 { threads.append(thread) } else { work.release() }
  }

  /// Returns when all have ended; how many ran.
  package func join() -> Int {
    for thread in threads { calque_platform_thread_join(thread) }
    defer { threads = [] }
    return threads.count
  }

  /// Runs closures on threads of their own; returns when all have ended, how many ran.
  @discardableResult
  package static func run(_ bodies: [@Sendable () -> Void]) -> Int {
    let threads = Threads()
    for body in bodies { threads.start(body) }
    return threads.join()
  }
}
