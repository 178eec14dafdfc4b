import TestSupport
import Testing

@testable import CalqueTranscript

@Suite struct PlacesTests {
  private func place(_ sequence: Int64, _ id: UInt64 = 0) -> Place {
    Place(sequence: sequence, id: .test(id), record: Int(sequence))
  }

  @Test func placesStandBySequenceThenIdentifier() {
    var places = Places()
    #expect(places.insert(place(2, 5)) == 0)
    #expect(places.insert(place(1, 9)) == 0)
    #expect(places.insert(place(2, 4)) == 1)
    #expect(places.insert(place(3, 1)) == 3)
    #expect(places[1] == place(2, 4))
    #expect(places[-1] == nil)
    #expect(places[4] == nil)
  }

  /// Compares every position with a sorted array, through many splits and joins.
  @Test(arguments: [UInt64(1), 2, 3])
  func positionsAreThoseOfASortedArray(_ seed: UInt64) {
    var random = Dice(seed)
    var places = Places()
    var sorted: [Place] = []
    for step in 0..<6000 {
      let grows = step < 3500 || (step > 5000 && step < 5500)
      if grows || sorted.isEmpty {
        let new = place(Int64(random.below(900)), UInt64(step))
        let position = sorted.firstIndex { new < $0 } ?? sorted.count
        sorted.insert(new, at: position)
        #expect(places.insert(new) == position)
      } else {
        let position = random.below(sorted.count)
        let old = sorted.remove(at: position)
        #expect(places.position(of: old) == position)
        #expect(places.remove(old) == position)
        #expect(places.remove(old) == nil)
      }
    }
    #expect(places.count == sorted.count)
    for (position, expected) in sorted.enumerated() {
      #expect(places[position] == expected)
      #expect(places.position(of: expected) == position)
    }
  }

  @Test func sumsFollowChanges() {
    var tree = FenwickTree([3, 0, 2, 5])
    tree.add(4, at: 1)
    #expect((0...4).map { tree.sum(before: $0) } == [0, 3, 7, 9, 14])
    #expect(tree.find(0) == (0, 0))
    #expect(tree.find(6) == (1, 3))
    #expect(tree.find(7) == (2, 0))
    #expect(tree.find(13) == (3, 4))
  }
}
