import CalqueBase
import CalqueTransport

/// A registered text.
final class TextEntry: @unchecked Sendable {
  // Unchecked: only touched under the lock of the state that has it.
  var source: TextSource
  var local: LocalText?
  var download: TextDownload?
  /// Why the last attempt to have a better text failed.
  var failure: Diagnostic?
  /// Whether it is to be fetched even if no newer version is known.
  var isForced = false
  /// Why the current text could not be stored.
  var storageFailure: Diagnostic?
  /// In the order they asked.
  var requests: [TextRequest] = []

  init(_ source: TextSource) { self.source = source }

  /// Whether a text of that version would be newer than the current one.
  func isOlder(than version: Version) -> Bool { local.map { version > $0.version } ?? true }
}

/// A remote text that is being fetched.
struct TextDownload: Sendable {
  let number: UInt64
  let version: Version
  /// Whether the worker has started it.
  var isStarted = false
  /// nil until the worker has started it.
  var request: RequestHandle?
}

/// A request that waits for the latest text.
struct TextRequest: Sendable {
  let number: UInt64
  /// A timer of the worker, 0 until it is set.
  var timer: UInt64 = 0
  let deliver: @Sendable (TextAnswer) -> Void
}

/// A version file that is being fetched.
struct VersionFetch: Sendable {
  let number: UInt64
  let url: Text
  /// Whether the worker has started it.
  var isStarted = false
  var request: RequestHandle?
  var deliveries: [@Sendable (Diagnostic?) -> Void] = []
}

extension TextSource {
  func accepts(_ text: Text) -> Bool {
    guard let sha256 else { return true }
    return SHA256(of: text) == sha256
  }
}

extension TextPlace: Comparable {
  public static func < (left: TextPlace, right: TextPlace) -> Bool {
    left.rawValue < right.rawValue
  }
}
