import CalqueBase

/// The place of a record in a transcript: by sequence, then by identifier, on all replicas alike.
struct Place: Comparable {
  let sequence: Int64
  let id: Identity
  /// The number of the record, which does not affect the order.
  let record: Int

  static func == (left: Place, right: Place) -> Bool {
    left.sequence == right.sequence && left.id == right.id
  }

  static func < (left: Place, right: Place) -> Bool {
    left.sequence != right.sequence ? left.sequence < right.sequence : left.id < right.id
  }
}

/// A posting that a conversation knows. Its number is that of its identifier in the index.
struct Record {
  /// The deadline of a message that no longer expires.
  static let kept = Int64.max
  /// The deadline of an unread message.
  static let unread: Int64 = 0

  let sequence: Int64
  /// The number of its session, or -1.
  let session: Int32
  var entry: Entry
  /// The time at which it expires, by the host's clock.
  var deadline = Record.unread
}

/// The visible entries of a transcript in order, with the position of each.
///
/// Sorted leaves of at most 256 places, an array of their lowest places to find a leaf, and a
/// Fenwick tree over their sizes to find positions. With n entries, insertion, removal and look-up
/// of a position cost O(log n). Adding or removing a leaf costs O(n / 256), at most once in 128
/// changes.
struct Places {
  private static let leafLimit = 256

  private var leaves: [[Place]] = [[]]
  /// For each leaf, a place that is not above any of its own and above all of the previous leaf's.
  /// The first has no meaning.
  private var lowest = [Place(sequence: 0, id: .none, record: 0)]
  private var sizes = FenwickTree([0])
  private(set) var count = 0

  /// The position of a place that is in the transcript.
  func position(of place: Place) -> Int? {
    let leaf = leafIndex(of: place)
    let offset = Self.offset(of: place, in: leaves[leaf])
    guard offset < leaves[leaf].count, leaves[leaf][offset] == place else { return nil }
    return sizes.sum(before: leaf) + offset
  }

  /// The place at a position; nil outside the transcript.
  subscript(position: Int) -> Place? {
    guard position >= 0, position < count else { return nil }
    let (leaf, offset) = sizes.find(position)
    guard leaf < leaves.count, offset < leaves[leaf].count else { return nil }
    return leaves[leaf][offset]
  }

  /// Inserts a place that is not yet present.
  ///
  /// - Returns: its position.
  mutating func insert(_ place: Place) -> Int {
    var leaf = leafIndex(of: place)
    if leaves[leaf].count >= Self.leafLimit {
      split(leaf, for: place)
      leaf = leafIndex(of: place)
    }
    let offset = Self.offset(of: place, in: leaves[leaf])
    leaves[leaf].insert(place, at: offset)
    sizes.add(1, at: leaf)
    count += 1
    return sizes.sum(before: leaf) + offset
  }

  /// - Returns: the former position of the place, or nil when it was not present.
  mutating func remove(_ place: Place) -> Int? {
    let leaf = leafIndex(of: place)
    let offset = Self.offset(of: place, in: leaves[leaf])
    guard offset < leaves[leaf].count, leaves[leaf][offset] == place else { return nil }
    let position = sizes.sum(before: leaf) + offset
    leaves[leaf].remove(at: offset)
    sizes.add(-1, at: leaf)
    count -= 1
    joinSmall(leaf)
    return position
  }

  /// The last leaf whose lowest place is not above the given one.
  private func leafIndex(of place: Place) -> Int {
    max(Ordering.first(leaves.count) { lowest[$0] <= place } - 1, 0)
  }

  /// The number of places in a leaf that are below the given one.
  private static func offset(of place: Place, in leaf: [Place]) -> Int {
    if let last = leaf.last, last < place { return leaf.count }
    return Ordering.first(leaf.count) { leaf[$0] < place }
  }

  /// Makes room in a full leaf. At the end of the transcript, where most places are inserted, the
  /// leaf stays full and a new one begins.
  private mutating func split(_ leaf: Int, for place: Place) {
    if leaf == leaves.count - 1, let last = leaves[leaf].last, last < place {
      leaves.append([])
      lowest.append(place)
    } else {
      let upper = Array(leaves[leaf][(Self.leafLimit / 2)...])
      leaves[leaf].removeLast(upper.count)
      leaves.insert(upper, at: leaf + 1)
      lowest.insert(upper[0], at: leaf + 1)
    }
    countAgain()
  }

  /// Joins a leaf with the next one when together they fill less than half a leaf.
  private mutating func joinSmall(_ leaf: Int) {
    guard leaf + 1 < leaves.count,
      leaves[leaf].count + leaves[leaf + 1].count < Self.leafLimit / 2
    else { return }
    let next = leaves.remove(at: leaf + 1)
    lowest.remove(at: leaf + 1)
    leaves[leaf].append(contentsOf: next)
    countAgain()
  }

  private mutating func countAgain() { sizes = FenwickTree(leaves.map { $0.count }) }
}

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
