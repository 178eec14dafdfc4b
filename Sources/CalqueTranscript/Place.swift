/// Where a record belongs in a transcript: by sequence, then by identifier, the same everywhere.
struct Place: Comparable {
  let sequence: Int64
  let id: Identity
  /// Number of the record; not part of the order.
  let record: Int

  static func == (left: Place, right: Place) -> Bool {
    left.sequence == right.sequence && left.id == right.id
  }

  static func < (left: Place, right: Place) -> Bool {
    left.sequence != right.sequence ? left.sequence < right.sequence : left.id < right.id
  }
}
