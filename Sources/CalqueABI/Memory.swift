#if hasFeature(Embedded) && os(Linux)
  import CPlatform

  /// Allocates objects, arrays and buffers for the standard library. It asks for an alignment of two
  /// words, which all memory of `malloc` has, and `malloc` is faster than `posix_memalign` of libc.
  ///
  /// The linker resolves calls inside the library to this function. It is not exported.
  @c(posix_memalign)
  func allocate(
    _ place: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ alignment: Int, _ size: Int
  ) -> Int32 {
    let usual = 2 * MemoryLayout<Int>.size
    // malloc may align less what is smaller, and aligned_alloc takes multiples of the alignment.
    let size = max(size, usual)
    let memory =
      alignment <= usual
      ? malloc(size) : aligned_alloc(alignment, (size &+ alignment &- 1) & (0 &- alignment))
    // The standard library writes to what it gets, unchecked.
    guard let memory else { abort() }
    place.pointee = memory
    return 0
  }
#endif
