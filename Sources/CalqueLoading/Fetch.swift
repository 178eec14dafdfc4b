import CalqueBase
import CalqueTransport

/// A request of a load, and the files that its response brings.
struct Fetch: Sendable {
  /// Places in the works of the load.
  let works: [Int]
  let url: Text
  /// None for an unconditional request.
  let validators: Validators
  var attempts = 0
  var isDone = false
}
