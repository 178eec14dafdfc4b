package import CalqueBase

extension CatalogImage {
  /// Checks a block from outside, so that no look-up can read beyond it, fail to terminate or yield
  /// invalid UTF-8.
  ///
  /// The meaning is not checked: a program need not correspond to its text.
  ///
  /// - Parameter bytes: the block, followed by nothing but padding.
  /// - Returns: the image and the depth of its tree.
  /// - Throws: `unsupported` for another version of the layout, `corrupt`.
  /// - Complexity: O(bytes).
  package static func validated(
    _ bytes: UnsafeRawBufferPointer
  ) throws(Diagnostic) -> (image: CatalogImage, depth: Int) {
    let image = try trusted(bytes)
    guard let depth = CatalogImageCheck.depth(of: image) else {
      throw Diagnostic(.corrupt, "a catalog has a damaged tree")
    }
    return (image, depth)
  }

  /// A block whose contents the host vouches for: only its head is checked.
  ///
  /// - Throws: `unsupported` for another version of the layout, `corrupt`.
  package static func trusted(_ bytes: UnsafeRawBufferPointer) throws(Diagnostic) -> CatalogImage {
    guard let start = bytes.baseAddress, bytes.count >= CatalogLayout.headSize else {
      throw Diagnostic(.corrupt, "a catalog is truncated")
    }
    guard let head = CatalogImageHead(start) else {
      throw Diagnostic(.unsupported, "a catalog was made by another version")
    }
    guard head.slotCount >= 8, head.slotCount & (head.slotCount - 1) == 0,
      head.size <= bytes.count
    else { throw Diagnostic(.corrupt, "the size of a catalog differs from that in its header") }
    return CatalogImage(start, head)
  }
}
