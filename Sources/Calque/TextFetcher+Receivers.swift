import CalqueBase
import CalqueTexts

/// Receives notifications of version increases, on the main actor: a view controller, for example.
/// Other code subscribes with a closure.
@MainActor
public protocol TextFetcherNotificationReceiver: AnyObject, Sendable {
  /// The version of a text has exceeded its highest version so far.
  func versionIncreased(to version: Version, for textSource: TextSource)
}

extension TextFetcher {
  /// Notifies a receiver of version increases as long as it exists; it is held weakly.
  public func addNotificationReceiver(_ receiver: any TextFetcherNotificationReceiver) {
    removeNotificationReceiver(receiver)
    receivers.add(receiver) { held in
      onVersionIncrease { [weak held] version, source in
        held?.run {
          ($0 as? any TextFetcherNotificationReceiver)?.versionIncreased(to: version, for: source)
        }
      }
    }
  }

  /// Removes a receiver, which is not called any more when this returns.
  public func removeNotificationReceiver(_ receiver: any TextFetcherNotificationReceiver) {
    receivers.forget(receiver) { removeHandler($0) }
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
