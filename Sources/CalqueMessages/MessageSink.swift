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
