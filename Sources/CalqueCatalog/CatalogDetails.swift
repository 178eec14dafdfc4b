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

  /// Calls `body` with the detail of a step, which `make` reads the first time.
  @inline(__always)
  package func with<Result>(
    _ step: UnsafeRawPointer, _ make: () -> PatternDetail, _ body: (PatternDetail) -> Result
  ) -> Result {
    let hash = (UInt64(UInt(bitPattern: step)) &* 0x9E37_79B9_7F4A_7C15) >> 32
    let known = entries.first(hash) { $0.step == step ? body($0.detail) : nil }
    if let known { return known }
    let made = make()
    entries.keep(Entry(step, made), hash)
    return body(made)
  }
}
