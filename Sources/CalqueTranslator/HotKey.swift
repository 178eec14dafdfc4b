/// The key whose text is being rendered, and the one whose text refers to it.
struct HotKey {
  let start: UnsafePointer<UInt8>
  let count: Int
  /// nil at the top.
  let outer: UnsafePointer<HotKey>?
  /// References that led here.
  let depth: Int

  @inline(__always)
  init(_ start: UnsafePointer<UInt8>, _ count: Int) {
    (self.start, self.count, outer, depth) = (start, count, nil, 0)
  }

  /// A key that the text of another refers to.
  @inline(__always)
  init(_ start: UnsafePointer<UInt8>, _ count: Int, from outer: UnsafePointer<HotKey>) {
    (self.start, self.count, self.outer) = (start, count, outer)
    depth = outer.pointee.depth &+ 1
  }
}
