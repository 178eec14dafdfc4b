import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// Default texts that calls bring along, compiled as those of catalogs are.
final class DefaultTexts: Sendable {
  private final class Entry: Sendable {
    private let catalog: Catalog
    nonisolated(unsafe) let record: CatalogRecord
    /// A first attempt can run it, with the same result as scanning.
    let isFollowed: Bool

    init(_ catalog: Catalog, _ record: CatalogRecord) {
      self.catalog = catalog
      self.record = record
      isFollowed = Self.isFollowed(record)
    }

    /// Plain, or a program without references: these know whether their text was found.
    private static func isFollowed(_ record: CatalogRecord) -> Bool {
      guard record.kind == NodeKind.program.rawValue else {
        return record.kind == NodeKind.plain.rawValue
      }
      var step = PatternStep(record.program, record.text)
      while let operation = step.operation, operation != .end {
        if operation.isReference || operation.hasDetail { return false }
        step = step.nextOfVariable
      }
      return true
    }
  }

  private let entries = KeptObjects<Entry>(capacity: 256)
  private let schema: CatalogSchema

  /// Bytes of a text that is kept.
  private static let longest = 1024

  init(_ schema: CatalogSchema) { self.schema = schema }

  /// The record of a text, valid as long as this object; nil for one that only a second attempt can
  /// follow.
  func record(of text: Bytes) -> CatalogRecord? {
    guard let start = text.baseAddress, text.count <= Self.longest else { return nil }
    let hash = KeyHash(start, text.count).value
    let known = entries.first(hash) { entry -> (CatalogRecord, Bool)? in
      let record = entry.record
      return Bytes(start: record.text, count: record.textLength).isSame(text)
        ? (record, entry.isFollowed) : nil
    }
    if let (record, isFollowed) = known { return isFollowed ? record : nil }
    guard UTF8Check.firstInvalid(text) == nil else { return nil }
    let name: Text = "text"
    let members = Members([(name, .text(Text(text)))])
    guard let catalog = try? CatalogBuilder.build(flat: members, schema: schema),
      let record = catalog.record(name)
    else { return nil }
    let entry = Entry(catalog, record)
    // An entry that is not kept would be freed before its record is used.
    return entries.keep(entry, hash) && entry.isFollowed ? entry.record : nil
  }
}
