import CalqueBase
import CalqueTexts

/// Receives notifications of version increases, on the main actor: a view controller, for example.
/// Other code subscribes with a closure.
@MainActor
public protocol TextFetcherNotificationReceiver: AnyObject, Sendable {
  /// The version of a text has exceeded its highest version so far.
  func versionIncreased(to version: Version, for textSource: TextSource)
}

/// A receiver, held weakly.
final class TextReceiver: Sendable {
  weak let receiver: (any TextFetcherNotificationReceiver)?
  private let isRemoved = Mutex(false)
  let subscription = Mutex<UInt64>(0)

  init(_ receiver: any TextFetcherNotificationReceiver) { self.receiver = receiver }

  /// Whether it is this one, or was deallocated.
  func isGone(or other: any TextFetcherNotificationReceiver) -> Bool {
    receiver == nil || receiver === other
  }

  func remove() { isRemoved.withLock { $0 = true } }

  /// Notifies the receiver on the main actor, unless it was removed meanwhile.
  func notify(_ version: Version, _ source: TextSource) {
    MainQueue.run { [self] in
      guard !isRemoved.withLock({ $0 }) else { return }
      receiver?.versionIncreased(to: version, for: source)
    }
  }
}

extension TextFetcher {
  /// Notifies a receiver of version increases as long as it exists; it is held weakly.
  public func addNotificationReceiver(_ receiver: any TextFetcherNotificationReceiver) {
    removeNotificationReceiver(receiver)
    let told = TextReceiver(receiver)
    let number = onVersionIncrease { [weak told] version, source in told?.notify(version, source) }
    told.subscription.withLock { $0 = number }
    receivers.withLock { $0.append(told) }
  }

  /// Removes a receiver, which is not called any more when this returns.
  public func removeNotificationReceiver(_ receiver: any TextFetcherNotificationReceiver) {
    let ended = receivers.withLock { receivers in
      let ended = receivers.filter { $0.isGone(or: receiver) }
      receivers.removeAll { $0.isGone(or: receiver) }
      return ended
    }
    for receiver in ended {
      receiver.remove()
      removeHandler(receiver.subscription.withLock { $0 })
    }
  }

  /// Calls a handler whenever the version of a text exceeds its highest version so far: on its
  /// actor, or else on a thread of the fetcher.
  ///
  /// - Returns: a number for `removeHandler`.
  @discardableResult
  public func onVersionIncrease(
    @_inheritActorContext _ handler:
      @escaping @Sendable @isolated(any) (_ version: Version, _ textSource: TextSource) -> Void
  ) -> UInt64 {
    let handler = delivered(handler)
    return texts?.addReceiver { [weak self] increase in
      let identifier = increase.source.identifier.string
      guard let source = self?.sources.withLock({ $0[identifier] }) else { return }
      handler(increase.version, source)
    } ?? 0
  }

  /// Removes a handler; false for an unknown number. When this returns, a handler that belongs to no
  /// actor is not running, unless the call came from it.
  @discardableResult
  public func removeHandler(_ number: UInt64) -> Bool { texts?.removeReceiver(number) ?? false }
}
