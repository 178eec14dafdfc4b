import CalqueBase
import CalqueJSON
import CalqueTemplate

/// Keeps the details of references in texts that each call scans, so that a reference is read once.
/// The text in its parentheses is the key.
struct ScannedReferences: Sendable {
  private final class Entry: Sendable {
    let inside: Text
    /// The options as they are written, and with their variables filled in; nil without options.
    let options: Text?
    let filled: Text?
    let detail: PatternDetail

    init(_ inside: Text, _ options: Text?, _ filled: Text?, _ detail: PatternDetail) {
      (self.inside, self.options, self.filled, self.detail) = (inside, options, filled, detail)
    }
  }

  /// Longer ones are read each time.
  private static let longest = 200

  private let entries = KeptObjects<Entry>(capacity: 128)

  /// The details of a reference, by the syntax of the translator.
  ///
  /// - Parameter fill: fills in the variables of the options; it is called once.
  func detail(
    of inside: Text, _ syntax: InterpolationSyntax, fill: (Text) -> Text
  ) -> PatternDetail {
    guard inside.count <= Self.longest else { return Self.read(inside, syntax, fill: fill) }
    let hash = KeyHash.of(inside)
    if let known = entries.first(hash, { $0.inside == inside ? $0 : nil }) {
      let filled = known.options.map(fill)
      if filled == known.filled { return known.detail }
      return Self.read(inside, syntax) { filled ?? $0 }
    }
    var (options, filled): (Text?, Text?)
    let detail = Self.read(inside, syntax) { written in
      let text = fill(written)
      (options, filled) = (written, text)
      return text
    }
    if filled?.count ?? 0 <= Self.longest {
      entries.keep(Entry(inside, options, filled, detail), hash)
    }
    return detail
  }

  private static func read(
    _ inside: Text, _ syntax: InterpolationSyntax, fill: (Text) -> Text
  ) -> PatternDetail {
    PatternDetail(filled: inside, syntax, fill: fill) { try? JSON.parse($0) }
  }
}
