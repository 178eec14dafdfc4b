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
    let isUsual = alignment <= usual && size >= usual
    place.pointee = isUsual ? malloc(size) : aligned_alloc(alignment, size)
    return place.pointee == nil ? ENOMEM : 0
  }
#endif
