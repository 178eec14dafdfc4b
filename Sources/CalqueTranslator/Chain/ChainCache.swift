import CalqueBase
import CalqueCatalog
import CalqueTemplate
import Synchronization

/// Chains that calls and views ask for, by what they ask for. One that is asked for twice is kept as
/// long as the chain that it is derived from, while there is a place; of the others, the last.
struct ChainCache: Sendable {
  /// An asked-for chain.
  private final class Entry: Sendable {
    let chain: Chain
    private let marks: Marks
    private let isLong: Bool
    private let lng: Text
    private let ns: Text

    init(_ lng: Bytes, _ ns: Bytes, _ marks: Marks, _ chain: Chain) {
      (self.chain, self.marks, self.lng, self.ns) = (chain, marks, Text(lng), Text(ns))
      isLong = lng.count > 8 || ns.count > 8
    }

    /// Whether it was made for these names, which have those marks.
    @inline(__always)
    func serves(_ lng: Bytes, _ ns: Bytes, _ marks: Marks) -> Bool {
      marks.lng == self.marks.lng && marks.ns == self.marks.ns && marks.shape == self.marks.shape
        && (!isLong || isNamed(lng, ns))
    }

    @inline(never)
    private func isNamed(_ lng: Bytes, _ ns: Bytes) -> Bool {
      self.lng.isSame(lng) && self.ns.isSame(ns)
    }
  }

  /// Names of up to eight bytes, as most are, in a register each; hashes of longer ones.
  private struct Marks: Sendable {
    let lng: UInt64
    let ns: UInt64
    /// The length of both, and whether they stand for options that are not just a language and a
    /// namespace.
    let shape: UInt64

    @inline(__always)
    init(_ lng: Bytes, _ ns: Bytes, isList: Bool) {
      (self.lng, self.ns) = (Self.mark(lng), Self.mark(ns))
      let counts = lng.count &<< 32 | ns.count
      shape = UInt64(truncatingIfNeeded: counts &<< 1 | (isList ? 1 : 0))
    }

    @inline(__always)
    private static func mark(_ name: Bytes) -> UInt64 {
      guard let start = name.baseAddress else { return 0 }
      return name.count <= 8 ? Word.short(start, name.count) : longMark(start, name.count)
    }

    @inline(never)
    private static func longMark(_ name: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
      KeyHash(name, count).value
    }

    @inline(__always)
    var hash: UInt64 { ((lng &* 3 ^ ns) &* 0x9E37_79B9_7F4A_7C15) >> 56 }
  }

  private let entries: KeptObjects<Entry>
  private let recent: RecentObjects<Entry>

  /// - Parameter capacity: a power of two.
  init(capacity: Int) {
    entries = KeptObjects(capacity: capacity)
    recent = RecentObjects(capacity: min(capacity, 32))
  }

  /// The chain of a language and a namespace, if it is kept.
  @inline(__always)
  func known(_ lng: Bytes, _ ns: Bytes) -> UnsafePointer<ChainCore>? {
    let marks = Marks(lng, ns, isList: false)
    return entries.first(marks.hash) { $0.serves(lng, ns, marks) }
      .map { $0._withUnsafeGuaranteedRef { $0.chain.reader } }
  }

  /// The chain of two names, which is made if it is not known.
  ///
  /// - Returns: whether it lasts as long as this cache; otherwise the caller keeps it.
  @inline(never)
  func chain(
    _ lng: Bytes, _ ns: Bytes, isList: Bool, _ make: () -> Chain
  ) -> (chain: Chain, isKept: Bool) {
    let marks = Marks(lng, ns, isList: isList)
    let hash = marks.hash
    let kept = entries.first(hash) { $0.serves(lng, ns, marks) }
    if let kept { return (kept.takeUnretainedValue().chain, true) }
    // Chains of longer names are not kept.
    guard max(lng.count, ns.count) <= 200 else { return (make(), false) }
    if let again = recent.first(hash, where: { $0.serves(lng, ns, marks) }) {
      return (again.chain, entries.keep(again, hash))
    }
    let chain = make()
    recent.add(Entry(lng, ns, marks, chain), hash)
    return (chain, false)
  }
}

/// Default texts that calls bring along, compiled as those of catalogs are when they come again.
final class DefaultTexts: Sendable {
  private final class Entry: Sendable {
    private let catalog: Catalog
    nonisolated(unsafe) let record: CatalogRecord
    /// Running it has the same result as scanning.
    let isProgram: Bool

    init(_ catalog: Catalog, _ record: CatalogRecord) {
      (self.catalog, self.record) = (catalog, record)
      var isProgram = record.kind == NodeKind.program.rawValue
      if isProgram {
        // References know whether their text was found.
        _ = Pattern.size(ofProgram: record.program) {
          if $0.isReference || $0.hasDetail { isProgram = false }
        }
      }
      self.isProgram = isProgram
    }
  }

  private final class Mark: Sendable {}

  private let entries = KeptObjects<Entry>(capacity: 256)
  /// Marks for texts that came once, by their hashes.
  private let seen = RecentObjects<Mark>(capacity: 64)
  /// There is no place for those that come again.
  private let isFull = Atomic(false)
  private let schema: CatalogSchema

  /// Bytes of a text that is kept.
  private static let longest = 1024

  init(_ schema: CatalogSchema) { self.schema = schema }

  /// The record of a text with a program, valid as long as this object; nil for one that has none, or
  /// came no more than once before.
  func program(of text: Bytes) -> CatalogRecord? {
    guard let start = text.baseAddress, text.count <= Self.longest else { return nil }
    let hash = KeyHash(start, text.count).value
    let known = entries.first(hash) {
      Bytes(start: $0.record.text, count: $0.record.textLength).isSame(text)
    }
    if let known = known?.takeUnretainedValue() { return known.isProgram ? known.record : nil }
    guard !isFull.load(ordering: .relaxed) else { return nil }
    guard seen.first(hash, where: { _ in true }) != nil else {
      seen.add(Mark(), hash)
      return nil
    }
    let name: Text = "text"
    let members = Members([(name, .text(Text(text)))])
    guard let catalog = try? CatalogBuilder.build(flat: members, schema: schema),
      let record = catalog.record(name)
    else { return nil }
    // It is used from the next time on.
    if !entries.keep(Entry(catalog, record), hash) { isFull.store(true, ordering: .relaxed) }
    return nil
  }
}
