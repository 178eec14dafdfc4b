import CalqueBase

/// The key whose text is being rendered, and the one whose text refers to it.
struct CallKey {
  let start: UnsafePointer<UInt8>
  let count: Int
  /// Where the text was found.
  let core: UnsafePointer<ChainCore>
  /// nil at the top.
  let outer: UnsafePointer<CallKey>?
  /// The frame is that of the call around it, without what references set; see `Call.asReference`.
  let borrowsFrame: Bool

  /// - Parameter outer: the key whose text refers to this one.
  @inline(__always)
  init(
    _ start: UnsafePointer<UInt8>, _ count: Int, _ core: UnsafePointer<ChainCore>,
    from outer: UnsafePointer<CallKey>? = nil, borrowsFrame: Bool = false
  ) {
    (self.start, self.count, self.core, self.outer) = (start, count, core, outer)
    self.borrowsFrame = borrowsFrame
  }

  var bytes: Bytes { Bytes(start: start, count: count) }
}
