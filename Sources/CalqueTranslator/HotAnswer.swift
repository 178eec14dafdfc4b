/// What a hot call came to.
package enum HotAnswer: UInt8, Sendable {
  case done
  /// The key is missing; the output has the key.
  case missing
  /// The full rules have to be asked; the output is as it was.
  case full
}
