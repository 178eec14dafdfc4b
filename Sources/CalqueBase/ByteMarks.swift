/// A set of byte values that is added to byte by byte: a table, which costs a store each. Ends with
/// `deallocate`.
package struct ByteMarks {
  private let table: UnsafeMutablePointer<Bool>

  package init() {
    table = .allocate(capacity: 256)
    table.initialize(repeating: false, count: 256)
  }

  package func deallocate() { table.deallocate() }

  /// - Returns: whether one of the bytes is `wanted`.
  @inline(__always)
  package func insert(_ bytes: Bytes, lookingFor wanted: UInt8) -> Bool {
    guard let start = bytes.baseAddress else { return false }
    var isThere = false
    for offset in 0..<bytes.count {
      table[Int(start[offset])] = true
      isThere = isThere || start[offset] == wanted
    }
    return isThere
  }

  package func contains(_ byte: UInt8) -> Bool { table[Int(byte)] }

  package var set: ByteSet {
    var set = ByteSet()
    for byte in UInt8.min...UInt8.max where contains(byte) { set.insert(byte) }
    return set
  }
}
