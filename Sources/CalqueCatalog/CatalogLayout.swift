/// The layout of a catalog's block, in memory and in files. `docs/catalog-format.md` documents it
/// for readers of files, and `CatalogImageCheck` enforces it.
///
/// In order: head (64 bytes), slots (8 each), words of keys that found no slot (8 each), blob, 64
/// bytes of slack. All numbers are 32-bit and native; offsets count from the start of the blob.
///
/// | offset in the head | size | what |
/// |---|---|---|
/// | 0 | 4 | `version` |
/// | 4 | 4 | number of slots, a power of two |
/// | 8 | 4 | one more than the bytes of the key separator, 0 when keys are not split |
/// | 12 | 4 | bytes of the blob |
/// | 16 | 4 | number of texts, numbers, booleans and nulls |
/// | 20 | 4 | number of words behind the slots |
/// | 24 | 4 | number of steps with formatters or options |
/// | 28 | 4 | 0 |
/// | 32 | 32 | which bytes occur in keys: a `ByteSet` |
///
/// A **slot** is a byte of 0, the upper 24 bits of the key's `KeyHash` as a fingerprint, and the
/// offset of a record, all 0 when it is free: see `CatalogSlots`. The words behind the slots are
/// such too, sorted by their keys.
///
/// The blob holds the tree: a **record** for each value in depth-first order, the root first and
/// the contents of an object or array directly after it. Nothing is aligned.
///
/// | offset | size | what |
/// |---|---|---|
/// | 0 | 4 | `NodeKind` in the lowest four bits; above them the length of the key |
/// | 4 | 4 | length of a text, 0 or 1 for a boolean, number of values in an object or array |
/// | 8 | | key |
/// | | 8 | of an integer or double: its 64 bits |
/// | | 4 | of an object or array: bytes of the records in it |
/// | | | of a text: the text, NUL, a program |
///
/// If keys are split, a record's key is the key of the enclosing object or array, the separator and
/// the value's own name; otherwise it is the name alone. A record that no key leads to has no slot.
package enum CatalogLayout {
  /// Increased by each change of the layout. A file of another version is rejected.
  package static let version: UInt32 = 5
  static let headSize = 64
  static let slotSize = 8
  static let recordHead = 8
  static let kindBits = 4
  /// The maximal length of a key in bytes.
  package static let mostKeyBytes = 1 << (32 - kindBits) - 1
  static let slack = 64
}

/// The kind of value in a record.
package enum NodeKind: UInt32, Sendable {
  case null = 0
  case bool = 1
  case int = 2
  case double = 3
  case array = 4
  case object = 5
  /// Text without anything to replace.
  case plain = 6
  /// Text followed by a program.
  case program = 7
  /// Text that is scanned in each call.
  case dynamic = 8
}
