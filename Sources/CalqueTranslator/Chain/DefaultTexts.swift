import CalqueBase
import CalqueCatalog
import CalqueTemplate

/// Default texts that calls bring along, compiled as those of catalogs are when they come again.
final class DefaultTexts: Sendable {
  private final class Entry: Sendable {
    private let catalog: Catalog
    nonisolated(unsafe) let record: CatalogRecord
    /// Running it has the same result as scanning.
    let isProgram: Bool

    init(_ catalog: Catalog, _ record: CatalogRecord) {
      self.catalog = catalog
      self.record = record
      isProgram = Self.isProgram(record)
    }

    /// Whether it is a program without references: these know whether their text was found.
    private static func isProgram(_ record: CatalogRecord) -> Bool {
      guard record.kind == NodeKind.program.rawValue else { return false }
      var isOne = true
      _ = Pattern.size(ofProgram: record.program) { operation in
        if operation.isReference || operation.hasDetail { isOne = false }
      }
      return isOne
    }
  }

  private let entries = KeptObjects<Entry>(capacity: 256)
  /// Hashes of texts that came once, in a ring.
  private let seen = Mutex<(hashes: [UInt64], next: Int)>(([], 0))
  private let schema: CatalogSchema

  /// Bytes of a text that is kept.
  private static let longest = 1024
  private static let mostSeen = 64

  init(_ schema: CatalogSchema) { self.schema = schema }

  /// The record of a text with a program, valid as long as this object; nil for one that has none, or
  /// comes for the first time.
  func program(of text: Bytes) -> CatalogRecord? {
    guard let start = text.baseAddress, text.count <= Self.longest else { return nil }
    let hash = KeyHash(start, text.count).value
    let known = entries.first(hash) { entry -> Entry? in
      let record = entry.record
      return Bytes(start: record.text, count: record.textLength).isSame(text) ? entry : nil
    }
    if let known { return known.isProgram ? known.record : nil }
    guard comesAgain(hash) else { return nil }
    let name: Text = "text"
    let members = Members([(name, .text(Text(text)))])
    guard let catalog = try? CatalogBuilder.build(flat: members, schema: schema),
      let record = catalog.record(name)
    else { return nil }
    let entry = Entry(catalog, record)
    // An entry that is not kept would be freed before its record is used.
    return entries.keep(entry, hash) && entry.isProgram ? entry.record : nil
  }

  private func comesAgain(_ hash: UInt64) -> Bool {
    seen.withLock { seen in
      if seen.hashes.contains(hash) { return true }
      if seen.hashes.count < Self.mostSeen {
        seen.hashes.append(hash)
      } else {
        seen.hashes[seen.next] = hash
        seen.next = (seen.next + 1) % Self.mostSeen
      }
      return false
    }
  }
}
