import CalqueBase
package import CalqueTemplate

/// The details of a catalog's steps, each read when its text is first rendered and kept as long as
/// the catalog.
package final class CatalogDetails: Sendable {
  private final class Entry: @unchecked Sendable {
    // Unchecked: an address that is compared and not read.
    let step: UnsafeRawPointer
    let detail: PatternDetail

    init(_ step: UnsafeRawPointer, _ detail: PatternDetail) {
      (self.step, self.detail) = (step, detail)
    }
  }

  private let entries: KeptObjects<Entry>

  /// - Parameter count: the number of steps that have a detail. A forged file may have more of them,
  ///   which find no place.
  init(count: Int) {
    // A quarter of the places, so that each detail has one.
    var capacity = 8
    while capacity < min(count, 1 << 24) &* 4 { capacity &*= 2 }
    entries = KeptObjects(capacity: capacity)
  }

  /// The detail of a step, which lasts as long as the catalog; nil for one that was not read yet.
  @inline(__always)
  package func known(_ step: UnsafeRawPointer) -> Unmanaged<PatternDetail>? {
    entries.first(Self.hash(step)) { $0.step == step }
      .map { $0._withUnsafeGuaranteedRef { .passUnretained($0.detail) } }
  }

  /// - Returns: whether the detail was kept.
  package func keep(_ detail: PatternDetail, _ step: UnsafeRawPointer) -> Bool {
    entries.keep(Entry(step, detail), Self.hash(step))
  }

  @inline(__always)
  private static func hash(_ step: UnsafeRawPointer) -> UInt64 {
    (UInt64(UInt(bitPattern: step)) &* 0x9E37_79B9_7F4A_7C15) >> 32
  }
}
