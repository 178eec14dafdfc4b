/// The result of an attempt at a call.
package enum CallAnswer: UInt8, Sendable {
  case done
  /// The key is missing; the output has the key or the default.
  case missing
  /// A second attempt is needed, with all there is; the output is as it was.
  case full
}
