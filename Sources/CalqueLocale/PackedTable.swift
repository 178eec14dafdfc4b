import CalqueBase

/// Records of equal width in one literal, each a key and a value, sorted by key.
///
/// Keys and values are padded with `_`. A look-up reads the literal in place: no table is built
/// when the library is loaded.
struct PackedTable: Sendable {
  private let records: StaticString
  private let keyWidth: Int
  private let width: Int

  init(_ records: StaticString, keyWidth: Int, valueWidth: Int) {
    self.records = records
    self.keyWidth = keyWidth
    width = keyWidth + valueWidth
  }

  /// The value of a key without its padding, or nil when the key is not there.
  ///
  /// - Complexity: O(log n) comparisons.
  func value(of key: Bytes) -> Bytes? {
    guard key.count > 0, key.count <= keyWidth, let record = record({ compare($0, key) }) else {
      return nil
    }
    var length = width - keyWidth
    while length > 0, record[keyWidth + length - 1] == 0x5F { length -= 1 }
    return Bytes(start: record + keyWidth, count: length)
  }

  /// The value of a key as a text.
  func text(of key: Text) -> Text? {
    key.bytes.withUnsafeBufferPointer { value(of: $0) }.map { Text($0) }
  }

  func contains(_ key: Text) -> Bool { text(of: key) != nil }

  /// The value of a key of eight bytes with its padding, as a big-endian number, and the padding of
  /// the value with it: without going through the key byte by byte.
  func padded(valueOf key: UInt64) -> Bytes? {
    guard keyWidth == 8 else { return nil }
    let record = record { record in
      let found = UnsafeRawPointer(record).loadUnaligned(as: UInt64.self).bigEndian
      return found == key ? 0 : found < key ? -1 : 1
    }
    return record.map { UnsafeBufferPointer(start: $0 + keyWidth, count: width - keyWidth) }
  }

  /// The record for which `order` is 0; it is negative for those before it.
  @inline(__always)
  private func record(_ order: (UnsafePointer<UInt8>) -> Int) -> UnsafePointer<UInt8>? {
    var low = 0
    var high = records.utf8CodeUnitCount / width
    while low < high {
      let middle = (low + high) / 2
      let record = records.utf8Start + middle * width
      let order = order(record)
      if order == 0 { return record }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Negative, zero or positive as the key of the record sorts before, with or after `key`.
  private func compare(_ record: UnsafePointer<UInt8>, _ key: Bytes) -> Int {
    for place in 0..<keyWidth {
      let wanted = place < key.count ? key[place] : 0x5F
      if record[place] != wanted { return Int(record[place]) - Int(wanted) }
    }
    return 0
  }
}

/// Numbers of two decimal digits in the values of a packed table.
enum PackedNumber {
  /// The number at a place, or nil when there stands `--`.
  static func read(_ value: Bytes, _ place: Int) -> UInt8? {
    let offset = place * 2
    guard offset + 1 < value.count else { return nil }
    let (tens, units) = (value[offset] &- 0x30, value[offset + 1] &- 0x30)
    return tens < 10 && units < 10 ? tens &* 10 &+ units : nil
  }
}
