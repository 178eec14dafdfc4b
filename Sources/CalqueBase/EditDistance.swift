/// The number of bytes that must be inserted, deleted, replaced or swapped with their neighbour to
/// turn one text into another.
package enum EditDistance {
  /// Longer texts are not compared, and count as far apart.
  private static let maximumCount = 64

  /// The candidate of which a name is probably a misspelling; nil when none is close. Compares
  /// without regard to case.
  ///
  /// - Parameter part: returns the part of a candidate that is compared.
  package static func nearest(
    to name: Text, among candidates: [Text], by part: (Text) -> Text = { $0 }
  ) -> Text? {
    let limit = min(2, name.count / 3)
    let wanted = name.lowercasedASCII()
    var best: (candidate: Text, distance: Int)?
    for candidate in candidates where candidate != name {
      let other = part(candidate).lowercasedASCII()
      guard abs(other.count - wanted.count) <= limit else { continue }
      let distance = between(wanted, other)
      if distance <= limit, distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    return best?.candidate
  }

  package static func between(_ one: Text, _ other: Text) -> Int {
    let (a, b) = (one.bytes, other.bytes)
    guard a.count <= maximumCount, b.count <= maximumCount else { return Int.max }
    var before: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, before[j - 1] + 1) }
        row.append(cost)
      }
      (before, last) = (last, row)
    }
    return last[b.count]
  }
}
