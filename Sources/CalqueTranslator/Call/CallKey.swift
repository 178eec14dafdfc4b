import CalqueBase

/// The key whose text is being rendered, and the one whose text refers to it.
struct CallKey {
  let start: UnsafePointer<UInt8>
  let count: Int
  /// Where the text was found.
  let core: UnsafePointer<ChainCore>
  /// nil at the top.
  let outer: UnsafePointer<CallKey>?
  /// References that led here.
  let depth: Int

  @inline(__always)
  init(_ start: UnsafePointer<UInt8>, _ count: Int, _ core: UnsafePointer<ChainCore>) {
    (self.start, self.count, self.core, outer, depth) = (start, count, core, nil, 0)
  }

  /// A key that the text of another refers to.
  @inline(__always)
  init(
    _ start: UnsafePointer<UInt8>, _ count: Int, _ core: UnsafePointer<ChainCore>,
    from outer: UnsafePointer<CallKey>?
  ) {
    (self.start, self.count, self.core, self.outer) = (start, count, core, outer)
    depth = (outer?.pointee.depth ?? -1) &+ 1
  }

  var bytes: Bytes { Bytes(start: start, count: count) }
}
