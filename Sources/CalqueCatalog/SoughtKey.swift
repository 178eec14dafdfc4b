import CalqueBase

/// A key to look up: a text and a suffix.
struct SoughtKey {
  private let start: UnsafePointer<UInt8>
  private let count: Int
  private let suffix: ShortText
  /// The hash of both parts together.
  let hash: UInt64

  @inline(__always)
  init(
    _ start: UnsafePointer<UInt8>, _ count: Int, _ suffix: ShortText = .empty, hash: UInt64
  ) {
    self.start = start
    self.count = count
    self.suffix = suffix
    self.hash = hash
  }

  init(of record: CatalogRecord) {
    self.init(record.key, record.keyLength, hash: record.hash)
  }

  /// Compares with the key of a record by length, then by bytes: negative if this key comes first,
  /// 0 if both are equal.
  func order(to record: CatalogRecord) -> Int {
    let length = count &+ suffix.count
    guard length == record.keyLength else { return length &- record.keyLength }
    let order = Word.order(start, record.key, count)
    return order == 0 ? suffix.order(to: record.key + count) : order
  }
}
