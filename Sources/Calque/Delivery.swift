import CalqueBase
import Foundation

// Completions are called where they belong: a closure that is written on the main actor, in a view
// controller for example, on the main queue; one of another actor on that actor; any other where
// its caller calls it.

/// A closure as a function that calls it where it is isolated.
func delivered<A: Sendable, B: Sendable>(
  _ closure: @escaping @Sendable @isolated(any) (A, B) -> Void
) -> @Sendable (A, B) -> Void {
  // Of the same representation: the isolation is part of the closure's context.
  let plain = unsafeBitCast(closure, to: (@Sendable (A, B) -> Void).self)
  guard let isolation = closure.isolation else { return plain }
  guard isolation === MainActor.shared else { return { a, b in Task { await closure(a, b) } } }
  return { a, b in MainQueue.run { plain(a, b) } }
}

/// As above.
func delivered<A: Sendable>(
  _ closure: @escaping @Sendable @isolated(any) (A) -> Void
) -> @Sendable (A) -> Void {
  let plain = unsafeBitCast(closure, to: (@Sendable (A) -> Void).self)
  guard let isolation = closure.isolation else { return plain }
  guard isolation === MainActor.shared else { return { a in Task { await closure(a) } } }
  return { a in MainQueue.run { plain(a) } }
}

/// As above.
func delivered(
  _ closure: @escaping @Sendable @isolated(any) () -> Void
) -> @Sendable () -> Void {
  let plain = unsafeBitCast(closure, to: (@Sendable () -> Void).self)
  guard let isolation = closure.isolation else { return plain }
  guard isolation === MainActor.shared else { return { Task { await closure() } } }
  return { MainQueue.run { plain() } }
}

/// The queue of the main actor.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the calling thread may call what belongs to the main actor. On Linux the main queue of
  /// an asynchronous program has threads of its own.
  private static var isCurrent: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: key) != nil
  }

  /// Runs work on the main queue: at once when that is where the call comes from.
  static func run(_ work: @escaping @MainActor @Sendable () -> Void) {
    guard !isCurrent else { return MainActor.assumeIsolated(work) }
    DispatchQueue.main.async { MainActor.assumeIsolated(work) }
  }
}

/// Suspends until a call has ended; cancelling the task cancels the call.
///
/// - Parameter begin: starts the call with its completion, and returns what cancels it.
func suspending<Answer: Sendable>(
  _ begin: (@escaping @Sendable (Answer) -> Void) -> @Sendable () -> Void
) async -> Answer {
  let cancellation = TaskCancellation()
  return await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      cancellation.note(begin { continuation.resume(returning: $0) })
    }
  } onCancel: {
    cancellation.cancel()
  }
}

/// Cancels the work of a task, also when the task is cancelled before the work has begun.
private final class TaskCancellation: Sendable {
  private let state = Mutex<(cancel: (@Sendable () -> Void)?, isCancelled: Bool)>((nil, false))

  /// Notes how to cancel, and does so at once when the task is cancelled already.
  func note(_ cancel: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      state.cancel = cancel
      return state.isCancelled
    }
    if isCancelled { cancel() }
  }

  func cancel() {
    let cancel = state.withLock { state in
      state.isCancelled = true
      return state.cancel
    }
    cancel?()
  }
}
