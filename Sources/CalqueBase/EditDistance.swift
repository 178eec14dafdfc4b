/// How many bytes have to be put in, left out, replaced or swapped with their neighbour to make one
/// text of another.
package enum EditDistance {
  /// Texts that are longer are not compared: they are far from each other.
  private static let maximumCount = 64

  /// The candidate that was probably meant by a name; nil when none is near. Upper and lower case are
  /// one.
  ///
  /// - Parameter part: of a candidate that is compared.
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
