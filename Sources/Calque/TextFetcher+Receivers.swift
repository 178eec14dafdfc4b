import CalqueBase
import CalqueTexts

/// Receives notifications of version increases.
public protocol TextFetcherNotificationReceiver: AnyObject {
  /// The version of a text has exceeded its highest version so far. Called on a thread of the
  /// fetcher.
  func versionIncreased(to version: Version, for textSource: TextSource)
}

/// A receiver, held weakly.
struct TextReceiver {
  weak var receiver: (any TextFetcherNotificationReceiver)?
  let subscription: UInt64
}

extension TextFetcher {
  /// Notifies a receiver of version increases as long as it exists; it is held weakly.
  public func addNotificationReceiver(_ receiver: any TextFetcherNotificationReceiver) {
    removeNotificationReceiver(receiver)
    let told = texts?.addReceiver { [weak self, weak receiver] increase in
      let identifier = increase.source.identifier.string
      guard let receiver, let source = self?.sources.withLock({ $0[identifier] }) else { return }
      receiver.versionIncreased(to: increase.version, for: source)
    }
    guard let told else { return }
    receivers.withLock { $0.append(TextReceiver(receiver: receiver, subscription: told)) }
  }

  /// Removes a receiver. When this returns, the receiver is not running, unless the call came from
  /// it.
  public func removeNotificationReceiver(_ receiver: any TextFetcherNotificationReceiver) {
    let ended = receivers.withLock { receivers in
      // Receivers that were deallocated are removed as well.
      let ended = receivers.filter { $0.receiver == nil || $0.receiver === receiver }
      receivers.removeAll { $0.receiver == nil || $0.receiver === receiver }
      return ended.map { $0.subscription }
    }
    for subscription in ended { texts?.removeReceiver(subscription) }
  }
}
