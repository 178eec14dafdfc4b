/// Positions of elements in their order. One sort for all: the standard library's is compiled again
/// for each type of element, five KiB each time.
package enum Ordering {
  /// - Returns: the positions from 0 to below `count`, sorted; those that are equal stay in their order.
  @inline(never)
  package static func positions(
    _ count: Int, _ precedes: (_ left: Int, _ right: Int) -> Bool
  ) -> [Int] {
    var order = Array(0..<count)
    var merged = order
    var width = 1
    while width < count {
      for start in stride(from: 0, to: count, by: 2 * width) {
        merge(&merged, order, start, width, precedes)
      }
      swap(&order, &merged)
      width *= 2
    }
    return order
  }

  /// The first position from 0 to below `count` that is not before what is sought, or `count`.
  ///
  /// - Parameter isBefore: true for positions up to one, and false from there on.
  package static func first(_ count: Int, _ isBefore: (_ position: Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low &+ high) / 2
      if isBefore(middle) { low = middle &+ 1 } else { high = middle }
    }
    return low
  }

  /// Puts two sorted runs of a width at most together.
  private static func merge(
    _ merged: inout [Int], _ order: [Int], _ start: Int, _ width: Int,
    _ precedes: (_ left: Int, _ right: Int) -> Bool
  ) {
    let middle = min(start + width, order.count)
    let end = min(middle + width, order.count)
    var (left, right) = (start, middle)
    for place in start..<end {
      let takesLeft = right == end || left < middle && !precedes(order[right], order[left])
      merged[place] = order[takesLeft ? left : right]
      if takesLeft { left += 1 } else { right += 1 }
    }
  }
}

extension Array where Element == Text {
  package func inOrder() -> [Text] {
    Ordering.positions(count) { self[$0] < self[$1] }.map { self[$0] }
  }
}
