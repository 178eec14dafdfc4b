import CalqueBase

/// Receives decoded text. Generic code is specialised for each sink.
protocol MessageSink {
  /// Bytes appended so far.
  var length: Int { get }
  mutating func append(_ bytes: UnsafePointer<UInt8>, _ count: Int)
  mutating func append(number: Int64)
  mutating func appendNewline()
  /// Records a reference that is left as written, and the reason.
  mutating func note(_ reason: MessageOutcome, _ key: UnsafeBufferPointer<UInt8>)
}

extension MessageSink {
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let start = bytes.baseAddress, bytes.count > 0 { append(start, bytes.count) }
  }

  mutating func append(number: Int64) {}
  mutating func appendNewline() {}
  mutating func note(_ reason: MessageOutcome, _ key: UnsafeBufferPointer<UInt8>) {}
}

extension Output: MessageSink {}

/// The result of decoding.
public struct MessageOutcome: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A reference names an unknown key.
  public static let missing = MessageOutcome(rawValue: 1)
  /// A message refers to itself, directly or through others.
  public static let cycle = MessageOutcome(rawValue: 2)
  /// A reference would have exceeded a limit.
  public static let limited = MessageOutcome(rawValue: 4)
  /// A text from a hook was inserted.
  public static let hooked = MessageOutcome(rawValue: 8)
}
