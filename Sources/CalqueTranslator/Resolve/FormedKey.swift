import CalqueBase
import CalqueCatalog

/// A key whose forms are looked for without putting them together: their hashes go on from that of
/// the key, and a record is compared with key and suffix.
struct FormedKey {
  private let start: UnsafePointer<UInt8>
  private let count: Int
  private let hash: KeyHash

  /// Bytes of a key with context or ordinal suffix that a call has room for without asking.
  static let longest = 256

  @inline(__always)
  init(_ start: UnsafePointer<UInt8>, _ count: Int) {
    self.init(start, count, KeyHash(start, count))
  }

  @inline(__always)
  private init(_ start: UnsafePointer<UInt8>, _ count: Int, _ hash: KeyHash) {
    (self.start, self.count, self.hash) = (start, count, hash)
  }

  /// The key with more behind it, nil when it is too long.
  ///
  /// - Parameter room: `longest` bytes, which outlive the key.
  @inline(__always)
  func adding(
    _ separator: ShortText, _ more: UnsafePointer<UInt8>, _ moreCount: Int,
    in room: UnsafeMutablePointer<UInt8>
  ) -> FormedKey? {
    var output = Output(room, capacity: Self.longest)
    output.append(start, count)
    output.append(word: separator.bytes, separator.count)
    output.append(more, moreCount)
    guard !output.isTruncated else { return nil }
    var whole = hash
    whole.add(separator.bytes, separator.count)
    whole.add(more, moreCount)
    return FormedKey(room, output.length, whole)
  }

  /// The record of the key as it is.
  @inline(__always)
  func record(in layer: UnsafePointer<Layer>) -> CatalogRecord? {
    layer.pointee.record(start, count, hash.mark)
  }

  /// The record of the key with a suffix.
  @inline(__always)
  func record(in layer: UnsafePointer<Layer>, _ suffix: ShortText) -> CatalogRecord? {
    var whole = hash
    whole.add(suffix.bytes, suffix.count)
    return layer.pointee.record(
      start, count, KeyMark(hash: whole.value, word: hash.rest), suffix)
  }
}
