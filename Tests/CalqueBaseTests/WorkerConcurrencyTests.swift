import CPlatform
import CalqueBase
import Synchronization
import TestSupport
import Testing

@Suite struct WorkerConcurrencyTests {
  private final class Counter: Sendable {
    let value = Atomic<Int>(0)
    func add() { value.add(1, ordering: .relaxed) }
    var now: Int { value.load(ordering: .sequentiallyConsistent) }
  }

  /// State that only jobs of one worker touch, without a lock.
  private final class Ledger: @unchecked Sendable {
    // Unchecked: what is under test is that jobs never run at once.
    var total = 0
  }

  @Test func jobsOfManyThreadsNeverRunAtOnce() {
    let (worker, ledger) = (Worker(), Ledger())
    let giver: @Sendable () -> Void = {
      for round in 0..<200 {
        if round % 3 == 0 {
          _ = worker.run(after: round % 2) { ledger.total += 1 }
        } else {
          worker.run { ledger.total += 1 }
        }
      }
    }
    #expect(Threads.run([giver, giver, giver, giver]) == 4)
    let done = Latch<Int>()
    // Timers come before jobs: the last one is behind all of both.
    _ = worker.run(after: 10) { worker.run { done.open(ledger.total) } }
    #expect(done.wait() == 800)
    worker.stop()
  }

  @Test func nothingRunsOnceStopHasReturned() {
    for _ in 0..<100 {
      let (worker, stopped, late) = (Worker(), Counter(), Counter())
      let giver: @Sendable () -> Void = {
        for _ in 0..<50 {
          worker.run { if stopped.now > 0 { late.add() } }
        }
      }
      let stopper: @Sendable () -> Void = {
        worker.stop()
        stopped.add()
      }
      #expect(Threads.run([giver, giver, stopper, stopper]) == 4)
      #expect(late.now == 0)
    }
  }

  @Test func eachTimerRunsOrIsCancelled() {
    let (worker, ran, cancelled) = (Worker(), Counter(), Counter())
    let racer: @Sendable () -> Void = {
      for round in 0..<200 {
        let number = worker.run(after: round % 2) { ran.add() }
        if worker.cancel(number) { cancelled.add() }
      }
    }
    #expect(Threads.run([racer, racer, racer]) == 3)
    let done = Latch<Bool>()
    _ = worker.run(after: 10) { done.open(true) }
    #expect(done.wait())
    #expect(ran.now + cancelled.now == 600)
  }
}
