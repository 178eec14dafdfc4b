import CalqueBase

/// A key that is looked for: a text and what it ends in.
struct SoughtKey {
  private let start: UnsafePointer<UInt8>
  private let count: Int
  private let suffix: ShortText
  /// Of both.
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

  /// Below 0 if this key comes before that of a record, 0 if it is the same: by length, then by
  /// bytes.
  func order(to record: CatalogRecord) -> Int {
    let length = count &+ suffix.count
    guard length == record.keyLength else { return length &- record.keyLength }
    let order = Word.order(start, record.key, count)
    return order == 0 ? suffix.order(to: record.key + count) : order
  }
}
