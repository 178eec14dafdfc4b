/// A set of byte values, held as a table so that adding a byte is one store. To be ended by
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
    var found: UInt8 = 0
    var offset = 0
    while offset < bytes.count {
      let byte = start[offset]
      table[Int(byte)] = true
      // Without a branch, which would be mispredicted once per name.
      found |= byte == wanted ? 1 : 0
      offset &+= 1
    }
    return found != 0
  }

  package func contains(_ byte: UInt8) -> Bool { table[Int(byte)] }

  package var set: ByteSet {
    var set = ByteSet()
    for byte in UInt8.min...UInt8.max where contains(byte) { set.insert(byte) }
    return set
  }
}
