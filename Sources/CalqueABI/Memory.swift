#if hasFeature(Embedded) && os(Linux)
  import CPlatform

  /// Memory for objects, arrays and buffers, which the standard library asks for with an alignment: that
  /// of all memory of `malloc`, two words, which finds it faster than if it had to look for it.
  ///
  /// The linker prefers this function to that of libc within the library, and nowhere else.
  @c(posix_memalign)
  func allocate(
    _ place: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ alignment: Int, _ size: Int
  ) -> Int32 {
    let usual = 2 * MemoryLayout<Int>.size
    // malloc may align less what is smaller, and aligned_alloc takes multiples of the alignment.
    let size = max(size, usual)
    place.pointee =
      alignment <= usual
      ? malloc(size) : aligned_alloc(alignment, (size &+ alignment &- 1) & (0 &- alignment))
    return place.pointee == nil ? ENOMEM : 0
  }
#endif
