import CalqueBase

/// Where decoded text goes. Generic code is specialised for each sink.
protocol MessageSink {
  /// Bytes appended so far.
  var length: Int { get }
  mutating func append(_ bytes: UnsafePointer<UInt8>, _ count: Int)
  mutating func append(number: Int64)
  mutating func appendNewline()
  /// A reference that stays as it is written.
  mutating func note(_ reason: MessageOutcome, _ key: UnsafeBufferPointer<UInt8>)
}

extension MessageSink {
  mutating func append(number: Int64) {}
  mutating func appendNewline() {}
  mutating func note(_ reason: MessageOutcome, _ key: UnsafeBufferPointer<UInt8>) {}
}

extension Output: MessageSink {}

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
