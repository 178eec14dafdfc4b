import CalqueBase

/// Numbers that are gathered one after the other, in memory of their own: reading and adding one is a
/// call, not the code of an array.
final class Numbers: @unchecked Sendable {
  // Unchecked: written while a formatter is made.
  private var bytes = ByteBuffer(capacity: 0)

  deinit { bytes.deallocate() }

  @inline(never)
  func append(_ number: Int) {
    bytes.extend(by: MemoryLayout<Int>.size).storeBytes(of: number, as: Int.self)
  }

  var count: Int { bytes.count / MemoryLayout<Int>.size }

  /// - Parameter place: Less than `count`.
  subscript(place: Int) -> Int {
    bytes.start.load(fromByteOffset: place &* MemoryLayout<Int>.size, as: Int.self)
  }
}
