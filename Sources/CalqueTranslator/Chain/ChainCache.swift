import CalqueBase

/// Chains of languages and namespaces that calls or views have asked for, by what they asked for. Kept as
/// long as the chain that they are derived from, or the snapshot; what finds no place is made each time.
struct ChainCache: Sendable {
  /// An asked-for chain.
  private final class Entry: Sendable {
    let names: Names
    let chain: Chain
    private let memory: HeapRegion

    init(_ names: Names, _ chain: Chain) {
      self.chain = chain
      let bytes = Text(names.lng) + Text(names.ns)
      memory = bytes.bytes.withUnsafeBytes { HeapRegion(copying: $0) }
      // In memory that does not move.
      let start = memory.start.assumingMemoryBound(to: UInt8.self)
      let count = names.lng.count
      self.names = Names(
        Bytes(start: start, count: count), Bytes(start: start + count, count: names.ns.count))
    }
  }

  /// A language and a namespace. Names of up to eight bytes, as most are, are compared by their marks.
  private struct Names: @unchecked Sendable {
    // Unchecked: the texts are kept by whoever made this.
    let lng: Bytes
    let ns: Bytes
    private let lngMark: UInt64
    private let nsMark: UInt64

    @inline(__always)
    init(_ lng: Bytes, _ ns: Bytes) {
      (self.lng, self.ns) = (lng, ns)
      (lngMark, nsMark) = (Self.mark(lng), Self.mark(ns))
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
    var hash: UInt64 {
      let product = (lngMark &* 3 ^ nsMark) &* 0x9E37_79B9_7F4A_7C15
      return product >> 32 ^ product >> 56
    }

    @inline(__always)
    func isSame(_ other: Names) -> Bool {
      lngMark == other.lngMark && nsMark == other.nsMark && lng.count == other.lng.count
        && ns.count == other.ns.count && (lng.count <= 8 || lng.isSame(other.lng))
        && (ns.count <= 8 || ns.isSame(other.ns))
    }
  }

  private let entries: KeptObjects<Entry>

  /// - Parameter capacity: a power of two.
  init(capacity: Int) { entries = KeptObjects(capacity: capacity) }

  /// The chain of a language and a namespace, if it was made before.
  @inline(__always)
  func known(_ lng: Bytes, _ ns: Bytes) -> UnsafePointer<ChainCore>? {
    let names = Names(lng, ns)
    return entries.first(names.hash) { entry in
      entry.names.isSame(names) ? entry.chain.reader.core : nil
    }
  }

  /// As `known`, with a reference to the chain.
  func chain(_ lng: Bytes, _ ns: Bytes) -> Chain? {
    let names = Names(lng, ns)
    return entries.first(names.hash) { $0.names.isSame(names) ? $0.chain : nil }
  }

  /// Keeps a chain if there is a place for it.
  func keep(_ lng: Bytes, _ ns: Bytes, _ chain: Chain) {
    let names = Names(lng, ns)
    entries.keep(Entry(names, chain), names.hash)
  }
}
