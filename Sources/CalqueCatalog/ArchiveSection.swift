import CalqueBase

/// Where a catalog is in an archive.
struct ArchiveSection: Sendable {
  let lng: Text
  let ns: Text
  let range: Range<Int>
  let checksum: UInt64
}
