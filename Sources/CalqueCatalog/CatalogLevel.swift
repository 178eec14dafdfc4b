/// An object or array whose values are being added to a catalog.
struct CatalogLevel {
  let kind: NodeKind
  /// The offset of its record.
  let record: Int
  /// The number of its values added so far.
  var count = 0
  /// The length in bytes of the common prefix of its values' keys.
  let prefixCount: Int
  /// Of all its values.
  let traits: CatalogEntry.Traits
  /// Keys lead to its values.
  let isReached: Bool
  /// Whether some names contain the separator, and some belong to objects, arrays or nulls.
  var hasSplitNames = false
  var hasHidingNames = false
}
