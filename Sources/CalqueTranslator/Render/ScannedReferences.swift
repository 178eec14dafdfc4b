import CalqueBase
import CalqueTemplate

/// References of texts that are scanned at each call, read once: what is in their parentheses, with
/// its details.
struct ScannedReferences: Sendable {
  private final class Entry: Sendable {
    let inside: Text
    let detail: PatternDetail

    init(_ inside: Text, _ detail: PatternDetail) { (self.inside, self.detail) = (inside, detail) }
  }

  /// Longer ones are read each time.
  private static let longest = 200

  private let entries = KeptObjects<Entry>(capacity: 128)

  /// The details of a reference, which `read` makes of it the first time.
  func detail(of inside: Text, _ read: () -> PatternDetail) -> PatternDetail {
    guard inside.count <= Self.longest else { return read() }
    let hash = KeyHash.of(inside)
    if let known = entries.first(hash, { $0.inside == inside ? $0.detail : nil }) { return known }
    let detail = read()
    entries.keep(Entry(inside, detail), hash)
    return detail
  }
}
