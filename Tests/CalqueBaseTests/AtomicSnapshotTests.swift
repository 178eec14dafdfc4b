import CalqueBase
import Synchronization
import TestSupport
import Testing

@Suite struct AtomicSnapshotTests {
  /// Counts those alive; `left` and `right` are always equal in a whole state.
  private final class State: Sendable {
    let left: Int
    let right: Int
    let alive: Counter

    init(_ number: Int, _ alive: Counter) {
      left = number
      right = number
      self.alive = alive
      alive.value.add(1, ordering: .sequentiallyConsistent)
    }

    deinit { alive.value.subtract(1, ordering: .sequentiallyConsistent) }
  }

  private final class Counter: Sendable {
    let value = Atomic<Int>(0)
    var now: Int { value.load(ordering: .sequentiallyConsistent) }
  }

  @Test func aReplacedStateIsFreedWhenNobodyReadsIt() {
    let alive = Counter()
    let published = AtomicSnapshot(State(1, alive))
    published.replace(with: State(2, alive))
    #expect(alive.now == 1)
    #expect(published.read { $0.left } == 2)
  }

  @Test func aReaderKeepsTheStateItBeganWith() {
    let alive = Counter()
    let published = AtomicSnapshot(State(1, alive))
    published.read { state in
      published.replace(with: State(2, alive))
      #expect(state.left == 1 && state.right == 1)
      #expect(alive.now == 2)
      #expect(published.read { $0.left } == 2)
    }
    published.reclaim()
    #expect(alive.now == 1)
  }

  @Test func anExchangeFreesNothingBeforeItIsReclaimed() {
    let alive = Counter()
    let published = AtomicSnapshot(State(1, alive))
    published.exchange(for: State(2, alive))
    #expect(alive.now == 2)
    published.reclaim()
    #expect(alive.now == 1)
  }

  @Test func aLoadedStateOutlivesItsPlace() {
    let alive = Counter()
    var kept: State?
    do {
      let published = AtomicSnapshot(State(1, alive))
      kept = published.load()
      published.replace(with: State(2, alive))
      #expect(alive.now == 2)
    }
    #expect(alive.now == 1)
    #expect(kept?.left == 1)
    kept = nil
    #expect(alive.now == 0)
  }

  @Test func readersSeeWholeStatesThatNeverGoBack() {
    let alive = Counter()
    let torn = Counter()
    let rounds = 2000
    do {
      let published = AtomicSnapshot(State(0, alive))
      let reader: @Sendable () -> Void = {
        var last = 0
        while last < rounds {
          let (left, right) = published.read { ($0.left, $0.right) }
          if left != right || left < last { torn.value.add(1, ordering: .relaxed) }
          last = left
        }
      }
      let writer: @Sendable () -> Void = {
        for number in 1...rounds { published.replace(with: State(number, alive)) }
      }
      #expect(Threads.run([reader, reader, writer]) == 3)
      published.reclaim()
      #expect(alive.now == 1)
    }
    #expect(torn.now == 0)
    #expect(alive.now == 0)
  }
}

extension AtomicSnapshot {
  /// Replaces the object, and frees the earlier ones that no reader can hold.
  fileprivate func replace(with state: State) {
    exchange(for: state)
    reclaim()
  }
}
