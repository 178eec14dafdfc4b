import CPlatform
import CalqueBase
import Testing

@Suite struct WorkerTests {
  /// The log of jobs, in order.
  private final class Journal: Sendable {
    private let monitor = Mutex<[Int]>([])

    func note(_ number: Int) { monitor.change { $0.append(number) } }
    var numbers: [Int] { monitor.change { $0 } }
    func wait(for count: Int) -> [Int] {
      monitor.wait { $0.count >= count ? .done($0) : .forever }
    }
  }

  @Test func jobsRunOneAfterAnotherInTheOrderGiven() {
    let (worker, journal) = (Worker(), Journal())
    for number in 0..<100 { worker.run { journal.note(number) } }
    #expect(journal.wait(for: 100) == Array(0..<100))
    worker.stop()
  }

  @Test func aJobMayGiveAnother() {
    let (worker, journal) = (Worker(), Journal())
    worker.run {
      worker.run { journal.note(2) }
      journal.note(1)
    }
    #expect(journal.wait(for: 2) == [1, 2])
  }

  @Test func timersRunByTheirMomentAndNotBefore() {
    let (worker, journal) = (Worker(), Journal())
    let start = SteadyClock.milliseconds()
    _ = worker.run(after: 2000) { journal.note(Int(SteadyClock.milliseconds() - start)) }
    _ = worker.run(after: 1000) { journal.note(-1) }
    _ = worker.run(after: -5) { journal.note(-2) }
    let numbers = journal.wait(for: 3)
    #expect(Array(numbers.prefix(2)) == [-2, -1])
    #expect((numbers.last ?? 0) >= 2000)
  }

  @Test func timersOfOneMomentRunInTheOrderGiven() {
    let (worker, journal) = (Worker(), Journal())
    let gate = Latch<Bool>()
    worker.run { _ = gate.wait() }
    for number in 0..<10 { _ = worker.run(after: 0) { journal.note(number) } }
    gate.open(true)
    #expect(journal.wait(for: 10) == Array(0..<10))
  }

  @Test func aCancelledTimerDoesNotRun() {
    let (worker, journal, isHeld, gate) = (Worker(), Journal(), Latch<Bool>(), Latch<Bool>())
    worker.run {
      isHeld.open(true)
      _ = gate.wait()
    }
    // Timers come before jobs that have not begun.
    #expect(isHeld.wait())
    let number = worker.run(after: 0) { journal.note(1) }
    #expect(number != 0)
    #expect(worker.cancel(number))
    #expect(!worker.cancel(number))
    _ = worker.run(after: 0) { journal.note(2) }
    gate.open(true)
    #expect(journal.wait(for: 1) == [2])
  }

  @Test func aTimerThatRanCannotBeCancelled() {
    let (worker, done) = (Worker(), Latch<Bool>())
    let number = worker.run(after: 0) { done.open(true) }
    #expect(done.wait())
    #expect(!worker.cancel(number))
  }

  @Test func stoppingDropsWhatWaitsAndWhatComesLater() {
    let (worker, journal) = (Worker(), Journal())
    _ = worker.run(after: 60_000) { journal.note(1) }
    worker.stop()
    worker.run { journal.note(2) }
    #expect(worker.run(after: 0) { journal.note(3) } == 0)
    worker.stop()
    #expect(journal.numbers.isEmpty)
  }

  @Test func aJobMayStopItsWorker() {
    let (worker, journal, done) = (Worker(), Journal(), Latch<Bool>())
    worker.run {
      worker.run { journal.note(2) }
      worker.stop()
      journal.note(1)
      done.open(true)
    }
    #expect(done.wait())
    worker.stop()
    #expect(journal.numbers == [1])
  }

  @Test func aWorkerMayBeFreedByItsOwnJob() {
    let done = Latch<Bool>()
    do {
      let worker = Worker()
      worker.run {
        worker.run {}
        done.open(true)
      }
    }
    #expect(done.wait())
  }

  @Test func theThreadGoesWhenThereIsNothingToDoAndComesBack() {
    let (worker, journal) = (Worker(), Journal())
    for number in 1...50 {
      worker.run { journal.note(number) }
      #expect(journal.wait(for: number).count == number)
    }
  }

  @Test func withoutAThreadJobsRunWhereTheyAreGiven() {
    let journal = Journal()
    let worker = Worker(makingThreadsWith: { _, _, _ in EAGAIN })
    worker.run {
      worker.run { journal.note(2) }
      journal.note(1)
    }
    #expect(journal.numbers == [1, 2])
    worker.stop()
    worker.run { journal.note(3) }
    #expect(journal.numbers == [1, 2])
  }

  @Test func withoutAThreadTimersWaitForTheNextCall() {
    let (journal, tries) = (Journal(), Mutex(0))
    let worker = Worker(makingThreadsWith: { thread, body, argument in
      let isFirst = tries.withLock { tries in
        tries += 1
        return tries == 1
      }
      return isFirst ? EAGAIN : calque_platform_thread_start(thread, body, argument)
    })
    _ = worker.run(after: 1) { journal.note(1) }
    worker.run {}
    #expect(journal.wait(for: 1) == [1])
  }

  @Test func timersMayBeVeryFarAway() {
    let (worker, journal) = (Worker(), Journal())
    _ = worker.run(after: Int.max) { journal.note(1) }
    worker.run { journal.note(2) }
    #expect(journal.wait(for: 1) == [2])
    worker.stop()
    #expect(journal.numbers == [2])
  }
}
