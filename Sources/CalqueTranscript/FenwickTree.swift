/// Numbers with running sums; both are read and changed in O(log n).
struct FenwickTree {
  /// Element i, counted from 1, sums the numbers of a range that ends at i.
  private var sums: [Int]

  /// - Complexity: O(n).
  init(_ numbers: [Int]) {
    sums = [0] + numbers
    for index in 1..<max(sums.count, 1) {
      let parent = index + (index & -index)
      if parent < sums.count { sums[parent] += sums[index] }
    }
  }

  mutating func add(_ difference: Int, at index: Int) {
    var index = index + 1
    while index < sums.count {
      sums[index] += difference
      index += index & -index
    }
  }

  func sum(before index: Int) -> Int {
    var sum = 0
    var index = min(index, sums.count - 1)
    while index > 0 {
      sum += sums[index]
      index -= index & -index
    }
    return sum
  }

  /// The index of the number whose share of the total contains a position, and the offset in it.
  func find(_ position: Int) -> (index: Int, offset: Int) {
    var index = 0
    var rest = position
    var step = 1
    while step * 2 < sums.count { step *= 2 }
    while step > 0 {
      if index + step < sums.count, sums[index + step] <= rest {
        index += step
        rest -= sums[index]
      }
      step /= 2
    }
    return (index, rest)
  }
}
