/// An object or array whose values are being added to a catalog.
struct CatalogLevel {
  let kind: NodeKind
  /// Where its record is.
  let record: Int
  /// How many of its values have come.
  var count = 0
  /// Bytes of what the keys of its values begin with.
  let prefixCount: Int
  /// Of all its values.
  let traits: CatalogEntry.Traits
  /// Keys lead to its values.
  let isReached: Bool
  /// Among its names are some that contain the separator, and some that lead on or are null's.
  var hasSplitNames = false
  var hasHidingNames = false

  init(
    kind: NodeKind, record: Int, prefixCount: Int, traits: CatalogEntry.Traits, isReached: Bool
  ) {
    self.kind = kind
    self.record = record
    self.prefixCount = prefixCount
    self.traits = traits
    self.isReached = isReached
  }
}
