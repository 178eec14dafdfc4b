import CalqueBase

/// Chains of other languages and namespaces that calls have asked for, by what they asked for. Kept as
/// long as the chain that they are derived from; what finds no place is made for each call.
struct ChainCache: Sendable {
  /// An asked-for chain.
  private final class Entry: Sendable {
    let hash: UInt64
    let chain: Chain
    /// The names in memory that does not move.
    nonisolated(unsafe) let lng: Bytes
    nonisolated(unsafe) let ns: Bytes
    private let memory: HeapRegion

    init(_ lng: Bytes, _ ns: Bytes, _ hash: UInt64, _ chain: Chain) {
      self.hash = hash
      self.chain = chain
      let names = Text(lng) + Text(ns)
      memory = names.bytes.withUnsafeBytes { HeapRegion(copying: $0) }
      let start = memory.start.assumingMemoryBound(to: UInt8.self)
      self.lng = Bytes(start: start, count: lng.count)
      self.ns = Bytes(start: start + lng.count, count: ns.count)
    }
  }

  private let entries: KeptObjects<Entry>

  /// - Parameter capacity: a power of two.
  init(capacity: Int) { entries = KeptObjects(capacity: capacity) }

  /// The chain of a language and a namespace, if it was made before.
  @inline(__always)
  func known(_ lng: Bytes, _ ns: Bytes) -> UnsafePointer<ChainCore>? {
    let hash = Self.hash(lng, ns)
    return entries.first(hash) { entry in
      entry.hash == hash && entry.lng.isSame(lng) && entry.ns.isSame(ns)
        ? entry.chain.reader.core : nil
    }
  }

  /// Keeps a chain if there is a place for it.
  func keep(_ lng: Bytes, _ ns: Bytes, _ chain: Chain) {
    let hash = Self.hash(lng, ns)
    entries.keep(Entry(lng, ns, hash, chain), hash)
  }

  @inline(__always)
  private static func hash(_ lng: Bytes, _ ns: Bytes) -> UInt64 {
    var hash: UInt64 = 0
    if let start = lng.baseAddress { hash = KeyHash(start, lng.count).value }
    if let start = ns.baseAddress { hash = hash &* 3 ^ KeyHash(start, ns.count).value }
    return hash
  }
}
