import CalqueBase

/// The checksums of an archive.
package enum ArchiveSeal {
  /// Computes the checksums of all sections and of the head, and writes them to their places.
  ///
  /// Ranges that the table places outside the file are skipped, because tests seal damaged files.
  package static func set(in bytes: inout [UInt8]) {
    guard bytes.count >= ArchiveLayout.headSize else { return }
    var first = bytes.count
    for position in 0..<number(bytes, 40) {
      let entry = ArchiveLayout.headSize + position * ArchiveLayout.entrySize
      guard entry + ArchiveLayout.entrySize <= bytes.count else { break }
      let offset = number(bytes, entry + 24)
      let length = number(bytes, entry + 32)
      guard offset >= ArchiveLayout.headSize, offset + length <= bytes.count else { continue }
      if position == 0 { first = offset }
      set(of: offset..<(offset + length), at: entry + 40, in: &bytes)
    }
    set(of: ArchiveLayout.checkedFrom..<first, at: ArchiveLayout.checksumAt, in: &bytes)
  }

  private static func set(of range: Range<Int>, at place: Int, in bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { bytes in
      let checked = UnsafeRawBufferPointer(rebasing: bytes[range])
      bytes.storeBytes(of: Checksum.of(checked), toByteOffset: place, as: UInt64.self)
    }
  }

  /// The lower half is enough for an offset inside an array.
  private static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
  }
}
