import CalqueBase
import CalqueTransport

/// The facts about a file that outlive one load.
struct FileState: Sendable {
  enum Outcome: Sendable {
    case loaded
    /// A retry may succeed.
    case failed
    case failedForGood
  }

  var outcome: Outcome?
  /// The load that put it in place last.
  var number: UInt64 = 0
  /// Of the content that is in place.
  var validators = Validators()
  /// URL of the content that is in place.
  var url: Text = ""
}
