import CCalque
import CPlatform
import CalqueBase

/// Keys of a batch, asked for one after the other.
struct BatchKeys {
  /// nil when the keys have a separator between them.
  private let texts: BatchTexts?
  private let separator: UInt8
  /// The keys that follow those returned so far.
  private var rest: UnsafeRawBufferPointer
  /// How many that should be.
  private var left: Int

  /// - Parameter batch: with at least one key.
  /// - Throws: `invalidArgument`.
  init(_ batch: calque_batch) throws(Diagnostic) {
    left = batch.key_count
    separator = UInt8(truncatingIfNeeded: batch.separator)
    guard separator != 0, batch.key_offsets == nil else {
      texts = try BatchTexts(batch.keys, batch.key_offsets, batch.key_count, "key_offsets")
      rest = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    texts = nil
    guard let bytes = try Bytes.lent(batch.keys, batch.keys_length) else {
      throw Input.missing("keys")
    }
    rest = UnsafeRawBufferPointer(bytes)
  }

  /// The key of a row; the only one when there is only one.
  ///
  /// - Throws: `invalidArgument` when there are fewer keys than was said, or more.
  @inline(__always)
  mutating func next(_ row: Int) throws(Diagnostic) -> (
    start: UnsafePointer<CChar>, count: Int
  ) {
    if let texts { return texts.text(row) }
    guard let start = rest.baseAddress else { throw Input.missing("keys") }
    let end = memchr(start, Int32(separator), rest.count).map { UnsafeRawPointer($0) }
    guard (end == nil) == (left == 1) else {
      throw Diagnostic(.invalidArgument, "the number of keys is not key_count")
    }
    let key = start.assumingMemoryBound(to: CChar.self)
    // The last one stays: it may be that of all rows.
    guard let end else { return (key, rest.count) }
    let count = end - start
    rest = UnsafeRawBufferPointer(rebasing: rest[(count + 1)...])
    left -= 1
    return (key, count)
  }
}
