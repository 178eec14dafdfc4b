/// The block of memory that a catalog is, in memory and in files: `docs/catalog-format.md` says the
/// same for readers of files, and `CatalogImage+Validation.swift` is what a file must keep to.
///
/// In order: head (64 bytes), slots (8 each), nodes (16), members (12), blob, 64 bytes of slack. All
/// numbers are 32-bit and native; offsets count from the start of the blob.
///
/// | offset in the head | size | what |
/// |---|---|---|
/// | 0 | 4 | `version` |
/// | 4 | 4 | number of slots, a power of two |
/// | 8 | 4 | number of nodes |
/// | 12 | 4 | number of members |
/// | 16 | 4 | bytes of the blob |
/// | 20 | 4 | number of texts, numbers, booleans and nulls |
/// | 24 | 8 | 0 |
/// | 32 | 32 | which bytes occur in keys: a `ByteSet` |
///
/// A **slot** is a byte of 0, the upper 24 bits of the key's `KeyHash` as a fingerprint, and the
/// offset of a record, all 0 when it is free: see `CatalogSlots`. A **record** is a message under its
/// full key:
///
/// | offset | size | what |
/// |---|---|---|
/// | 0 | 4 | length of the key |
/// | 4 | 4 | length of the text |
/// | 8 | 4 | `NodeKind` of the value; for texts, whether a program follows |
/// | 12 | 4 | number of its node |
/// | 16 | | key, text, NUL, program |
///
/// A **node** is a value of the tree: kind, then two or three numbers. A **member** is a child of an
/// object or array: name (offset and length) and node.
package enum CatalogLayout {
  /// Raised by every change of the block: a file of another version is refused.
  package static let version: UInt32 = 2
  static let headSize = 64
  static let slotSize = 8
  static let nodeSize = 16
  static let memberSize = 12
  static let recordHead = 16
  static let slack = 64
}

/// What a record or node holds.
package enum NodeKind: UInt32, Sendable {
  case null = 0
  case bool = 1
  case int = 2
  case double = 3
  case array = 4
  case object = 5
  /// Text without anything to replace.
  case plain = 6
  /// Text with a program behind it.
  case program = 7
  /// Text that needs the full rules.
  case dynamic = 8
}
