/// The records that do not end a look-up, so that later catalogs are searched.
package struct CatalogSkips: Equatable, Sendable {
  private let nulls: Bool
  private let emptyTexts: Bool

  package init(nulls: Bool, emptyTexts: Bool) {
    self.nulls = nulls
    self.emptyTexts = emptyTexts
  }

  @inline(__always)
  package func skips(_ record: CatalogRecord) -> Bool {
    let kind = record.kind
    if kind >= NodeKind.plain.rawValue { return emptyTexts && record.textLength == 0 }
    return kind == NodeKind.null.rawValue && nulls
  }
}
