import CalqueBase
import CalqueCatalog

/// A key with its context, not put together: its hash goes on from that of the key, and a record is
/// compared with the pieces.
struct FormedKey {
  private let key: UnsafePointer<UInt8>
  private let keyCount: Int
  private var separator = ShortText(bytes: 0, count: 0)
  private var context: UnsafePointer<UInt8>
  private var contextCount = 0
  private var hash: KeyHash

  @inline(__always)
  init(_ key: UnsafePointer<UInt8>, _ keyCount: Int) {
    self.key = key
    self.keyCount = keyCount
    context = key
    hash = KeyHash(key, keyCount)
  }

  @inline(__always)
  mutating func add(
    _ separator: ShortText, _ context: UnsafePointer<UInt8>, _ contextCount: Int
  ) {
    self.separator = separator
    self.context = context
    self.contextCount = contextCount
    hash.add(separator.bytes, separator.count)
    hash.add(context, contextCount)
  }

  /// The record of the key as it is.
  @inline(never)
  func record(in layer: UnsafePointer<Layer>) -> CatalogRecord? {
    layer.pointee.image.record(hash.value) { $0.keyLength == length && begins($0) }
  }

  /// The record of the key with a suffix.
  @inline(never)
  func record(
    in layer: UnsafePointer<Layer>, _ suffix: UnsafePointer<ShortText>
  ) -> CatalogRecord? {
    var whole = hash
    whole.add(suffix.pointee.bytes, suffix.pointee.count)
    return layer.pointee.image.record(whole.value) { record in
      record.keyLength == length &+ suffix.pointee.count
        && suffix.pointee.stands(at: record.key + length) && begins(record)
    }
  }

  @inline(__always)
  private var length: Int { keyCount &+ separator.count &+ contextCount }

  /// Whether the record's key, which is no shorter, begins with the pieces.
  @inline(__always)
  private func begins(_ record: CatalogRecord) -> Bool {
    guard Word.isSame(record.key, key, keyCount) else { return false }
    if contextCount == 0 { return true }
    let at = record.key + keyCount
    return separator.stands(at: at) && Word.isSame(at + separator.count, context, contextCount)
  }
}
