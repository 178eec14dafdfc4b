import CalqueBase

/// Chains of languages and namespaces that calls or views have asked for, by what they asked for. Kept as
/// long as the chain that they are derived from, or the snapshot; what finds no place is made each time.
struct ChainCache: Sendable {
  /// An asked-for chain.
  private final class Entry: @unchecked Sendable {
    // Unchecked: what the names point to is kept here and does not move.
    let chain: Chain
    private let lng: Bytes
    private let ns: Bytes
    private let marks: Marks
    private let hasLong: Bool
    private let memory: HeapRegion

    init(_ lng: Bytes, _ ns: Bytes, _ chain: Chain) {
      self.chain = chain
      let bytes = Text(lng) + Text(ns)
      memory = bytes.bytes.withUnsafeBytes { HeapRegion(copying: $0) }
      let start = memory.start.assumingMemoryBound(to: UInt8.self)
      self.lng = Bytes(start: start, count: lng.count)
      self.ns = Bytes(start: start + lng.count, count: ns.count)
      marks = Marks(lng, ns)
      hasLong = lng.count > 8 || ns.count > 8
    }

    /// Whether it was made for these names, which have those marks.
    @inline(__always)
    func serves(_ lng: Bytes, _ ns: Bytes, _ marks: Marks) -> Bool {
      marks.lng == self.marks.lng && marks.ns == self.marks.ns && lng.count == self.lng.count
        && ns.count == self.ns.count && (!hasLong || servesLong(lng, ns))
    }

    @inline(never)
    private func servesLong(_ lng: Bytes, _ ns: Bytes) -> Bool {
      lng.isSame(self.lng) && ns.isSame(self.ns)
    }
  }

  /// Names of up to eight bytes, as most are, in a register each; hashes of longer ones.
  private struct Marks: Sendable {
    let lng: UInt64
    let ns: UInt64

    @inline(__always)
    init(_ lng: Bytes, _ ns: Bytes) { (self.lng, self.ns) = (Self.mark(lng), Self.mark(ns)) }

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

  /// - Parameter capacity: a power of two.
  init(capacity: Int) { entries = KeptObjects(capacity: capacity) }

  /// The chain of a language and a namespace, if it was made before.
  @inline(__always)
  func known(_ lng: Bytes, _ ns: Bytes) -> UnsafePointer<ChainCore>? {
    let marks = Marks(lng, ns)
    return entries.first(marks.hash) { entry in
      entry.serves(lng, ns, marks) ? entry.chain.reader.core : nil
    }
  }

  /// As `known`, with a reference to the chain.
  func chain(_ lng: Bytes, _ ns: Bytes) -> Chain? {
    let marks = Marks(lng, ns)
    return entries.first(marks.hash) { $0.serves(lng, ns, marks) ? $0.chain : nil }
  }

  /// Keeps a chain if there is a place for it.
  func keep(_ lng: Bytes, _ ns: Bytes, _ chain: Chain) {
    entries.keep(Entry(lng, ns, chain), Marks(lng, ns).hash)
  }
}
