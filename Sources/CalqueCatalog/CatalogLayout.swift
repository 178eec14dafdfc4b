/// The block of memory that a catalog is.
///
/// In order: slots (8 bytes each), nodes (16), members (12), blob, 64 bytes of slack. All numbers
/// are 32-bit and native; offsets count from the start of the blob.
///
/// A **slot** is a fingerprint (the upper 24 bits of the key's `KeyHash`, above a byte of 0) and the
/// offset of a record, both 0 when free; open addressing, at most half full. A **record** is a message under its full key:
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
enum CatalogLayout {
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
