/// The result of decoding.
package struct MessageOutcome: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A reference to a key that nothing is known about.
  package static let missing = MessageOutcome(rawValue: 1)
  /// A message that refers to itself, directly or through others.
  package static let cycle = MessageOutcome(rawValue: 2)
  /// A reference that would have exceeded one of the limits.
  package static let limited = MessageOutcome(rawValue: 4)
  /// A text that a hook yielded was put in.
  package static let hooked = MessageOutcome(rawValue: 8)
}
