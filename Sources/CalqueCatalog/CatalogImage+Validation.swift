package import CalqueBase

extension CatalogImage {
  /// A block that came from outside, checked so that no look-up can read beyond it, run for ever,
  /// or yield text that is not UTF-8.
  ///
  /// Meaning is not checked: a program may say something else than its text.
  ///
  /// - Parameter bytes: the block, and nothing behind it but padding.
  /// - Returns: the image and how deep its tree is.
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
      throw Diagnostic(.corrupt, "a catalog is cut short")
    }
    guard let head = CatalogImageHead(start) else {
      throw Diagnostic(.unsupported, "a catalog has a layout of another version")
    }
    guard head.slotCount >= 8, head.slotCount & (head.slotCount - 1) == 0,
      head.size <= bytes.count
    else { throw Diagnostic(.corrupt, "a catalog does not have the size in its header") }
    return CatalogImage(start, head)
  }
}
