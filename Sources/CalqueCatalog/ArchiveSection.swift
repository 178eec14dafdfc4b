import CalqueBase

/// Where a catalog is in an archive, as its table says.
struct ArchiveSection: Sendable {
  let lng: Text
  let ns: Text
  /// How deep its tree is.
  let depth: Int
  let range: Range<Int>
  let checksum: UInt64
}
