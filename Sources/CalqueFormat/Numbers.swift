import CalqueBase

/// Numbers that are gathered one after the other, in memory of their own: reading and adding one is a
/// call, not the code of an array.
final class Numbers: @unchecked Sendable {
  // Unchecked: written while a formatter is made.
  private var bytes = ByteBuffer(capacity: 0)

  @inline(never)
  init() {}

  deinit { bytes.deallocate() }

  @inline(never)
  func append(_ number: Int) {
    bytes.extend(by: MemoryLayout<Int>.size).storeBytes(of: number, as: Int.self)
  }

  /// The first place of a number among every so many; `count` when it is not there.
  @inline(never)
  func place(of number: Int, step: Int = 1) -> Int {
    var place = 0
    while place < count, self[place] != number { place &+= step }
    return place
  }

  func contains(_ number: Int) -> Bool { place(of: number) < count }

  var count: Int { bytes.count / MemoryLayout<Int>.size }

  /// - Parameter place: Less than `count`.
  subscript(place: Int) -> Int {
    bytes.start.load(fromByteOffset: place &* MemoryLayout<Int>.size, as: Int.self)
  }
}
