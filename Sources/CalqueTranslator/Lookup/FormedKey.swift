import CalqueBase
import CalqueCatalog

/// A key whose forms are looked for without putting them together: their hashes go on from that of
/// the key, and a record is compared with key and suffix.
struct FormedKey {
  private let start: UnsafePointer<UInt8>
  private let count: Int
  private let hash: KeyHash

  @inline(__always)
  init(_ start: UnsafePointer<UInt8>, _ count: Int) {
    self.init(start, count, KeyHash(start, count))
  }

  @inline(__always)
  private init(_ start: UnsafePointer<UInt8>, _ count: Int, _ hash: KeyHash) {
    (self.start, self.count, self.hash) = (start, count, hash)
  }

  var bytes: Bytes { Bytes(start: start, count: count) }

  /// The key with more behind it.
  ///
  /// - Parameter arena: outlives the key.
  func adding(
    _ separator: KeySuffix, _ more: Bytes, in arena: UnsafeMutablePointer<Arena>
  ) -> FormedKey {
    if let short = separator.short?.adding(more) { return adding(short, in: arena) }
    let length = count &+ separator.count &+ more.count
    // Eight bytes must be readable at any place of a key.
    let room = arena.pointee.take(UInt8.self, length &+ 8)
    Word.copy(start, to: room, count)
    Word.copy(separator.bytes, to: room + count, separator.count)
    var whole = hash
    whole.add(separator.bytes, separator.count)
    if let start = more.baseAddress {
      Word.copy(start, to: room + count + separator.count, more.count)
      whole.add(start, more.count)
    }
    return FormedKey(room, length, whole)
  }

  @inline(__always)
  private func adding(
    _ short: ShortText, in arena: UnsafeMutablePointer<Arena>
  ) -> FormedKey {
    let room = arena.pointee.take(UInt8.self, count &+ 16)
    Word.copy(start, to: room, count)
    UnsafeMutableRawPointer(room + count).storeBytes(
      of: short.bytes.littleEndian, as: UInt64.self)
    var whole = hash
    whole.add(short.bytes, short.count)
    return FormedKey(room, count &+ short.count, whole)
  }

  /// The key and what is behind it as a short text, for a suffix of any length.
  ///
  /// - Parameter number: behind the suffix.
  @inline(__always)
  func adding(
    _ suffix: UnsafePointer<KeySuffix>, _ number: ShortText = .empty,
    in arena: UnsafeMutablePointer<Arena>
  ) -> (key: FormedKey, suffix: ShortText) {
    guard let short = suffix.pointee.short?.adding(number) else {
      return (adding(suffix.pointee, .none, in: arena), number)
    }
    return (self, short)
  }

  /// The record of the key with a suffix.
  @inline(__always)
  func record(in layer: UnsafePointer<Layer>, _ suffix: ShortText = .empty) -> CatalogRecord? {
    var whole = hash
    whole.add(suffix.bytes, suffix.count)
    return layer.pointee.record(
      start, count, KeyMark(hash: whole.value, word: hash.rest), suffix)
  }

  /// The key with a suffix as a text.
  func text(_ suffix: ShortText) -> Text {
    var text = Text(bytes)
    var rest = suffix.bytes
    for _ in 0..<suffix.count {
      text.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
    return text
  }
}
